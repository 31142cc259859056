final class Base {
}

class Main extends Base { // error: cannot inherit from final Base
}
