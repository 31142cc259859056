class Main {
    static abstract class Task {
        abstract void run();
    }

    Task t = () -> { }; // error: incompatible types: Task is not a functional interface
}
