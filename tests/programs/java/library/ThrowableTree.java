import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Which exceptions are caught as what, and what they say. */
public class ThrowableTree {
    static class Own extends Exception {
        private final int code;

        Own(int code) {
            super("own " + code);
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    static class Silent extends RuntimeException {
        public String getMessage() {
            return "overridden";
        }
    }

    static void kinds(Throwable thrown) {
        String kind = "";
        try {
            throw thrown;
        } catch (IndexOutOfBoundsException exception) {
            kind += "index";
        } catch (IllegalArgumentException exception) {
            kind += "argument";
        } catch (RuntimeException exception) {
            kind += "runtime";
        } catch (IOException exception) {
            kind += "io";
        } catch (Exception exception) {
            kind += "checked";
        } catch (VirtualMachineError error) {
            kind += "machine";
        } catch (LinkageError error) {
            kind += "linkage";
        } catch (Error error) {
            kind += "error";
        } catch (Throwable other) {
            kind += "other";
        }
        System.out.println(thrown + " is " + kind + ", message " + thrown.getMessage() + ", local " + thrown.getLocalizedMessage()
                + ", cause " + thrown.getCause());
    }

    public static void main(String[] arguments) {
        kinds(new Throwable());
        kinds(new Throwable("t"));
        kinds(new Exception());
        kinds(new Exception("e", new Error("cause")));
        kinds(new Exception(new Error("cause")));
        kinds(new Exception((Throwable) null));
        kinds(new RuntimeException("r"));
        kinds(new RuntimeException(new IOException()));
        kinds(new Error("e"));
        kinds(new ArithmeticException("a"));
        kinds(new ArrayStoreException("a"));
        kinds(new ClassCastException());
        kinds(new IllegalArgumentException("i", null));
        kinds(new NumberFormatException("n"));
        kinds(new IllegalThreadStateException());
        kinds(new IllegalStateException("s", new Exception()));
        kinds(new IllegalMonitorStateException("m"));
        kinds(new NegativeArraySizeException("-1"));
        kinds(new NullPointerException("n"));
        kinds(new UnsupportedOperationException());
        kinds(new SecurityException("s"));
        kinds(new IndexOutOfBoundsException(5));
        kinds(new IndexOutOfBoundsException("text"));
        kinds(new ArrayIndexOutOfBoundsException(6));
        kinds(new StringIndexOutOfBoundsException(7));
        kinds(new CloneNotSupportedException("c"));
        kinds(new InterruptedException("i"));
        kinds(new ClassNotFoundException("c"));
        kinds(new NoSuchFieldException("f"));
        kinds(new NoSuchMethodException("m"));
        kinds(new InstantiationException());
        kinds(new IOException("io"));
        kinds(new EOFException());
        kinds(new FileNotFoundException("file"));
        kinds(new UncheckedIOException(new IOException("inner")));
        kinds(new UncheckedIOException("outer", new IOException("inner")));
        kinds(new OutOfMemoryError("o"));
        kinds(new StackOverflowError());
        kinds(new InternalError("i"));
        kinds(new NoClassDefFoundError("n"));
        kinds(new ExceptionInInitializerError(new Error("x")));
        kinds(new ExceptionInInitializerError("text"));
        kinds(new AssertionError());
        kinds(new AssertionError("text"));
        kinds(new AssertionError(5));
        kinds(new AssertionError('c'));
        kinds(new AssertionError(1.5));
        kinds(new AssertionError(true));
        kinds(new AssertionError(1L << 40));
        kinds(new AssertionError(new Error("nested")));
        kinds(new AssertionError("text", new Error("nested")));
        kinds(new Own(3));
        kinds(new Silent());
        try {
            throw new Own(42);
        } catch (Own exception) {
            System.out.println(exception.code() + " " + exception.getMessage());
        }
    }
}
