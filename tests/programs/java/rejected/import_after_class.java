class Main {
}

import java.util.List; // error: class, interface, enum, or record expected
