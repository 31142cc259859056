class Main {
    Runnable r = Main::missing; // error: invalid method reference
}
