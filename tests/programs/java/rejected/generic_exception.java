class Failure<T> extends Exception { // error: a generic class may not extend java.lang.Throwable
}
