abstract final class Main { // error: illegal combination of modifiers: abstract and final
}
