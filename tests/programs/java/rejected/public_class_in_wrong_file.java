public class Elsewhere { // error: class Elsewhere is public, should be declared in a file named Elsewhere.java
}
