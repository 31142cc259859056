import java.util.Lisst; // error: cannot find symbol

class Main {
}
