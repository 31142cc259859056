class Main {
    Runnable r = n -> System.out.println(n); // error: incompatible types: incompatible parameter types in lambda expression
}
