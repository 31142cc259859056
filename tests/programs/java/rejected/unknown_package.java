import java.utl.List; // error: package java.utl does not exist

class Main {
}
