class Main extends Base { // error: cannot find symbol
}
