import java.util.ArrayList;
import java.util.List;

class Main {
    List<Object> list = new ArrayList<String>(); // error: incompatible types: ArrayList<String> cannot be converted to List<Object>
}
