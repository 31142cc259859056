import java.util.List;
package late; // error: class, interface, enum, or record expected

class Main {
}
