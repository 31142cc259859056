// Checked and unchecked exceptions of one's own, causes, multi-catch and precise rethrow.
class CustomExceptions {
    static class AppException extends Exception {
        private final int code;

        AppException(String message, int code) {
            super(message);
            this.code = code;
        }

        AppException(String message, Throwable cause) {
            super(message, cause);
            this.code = -1;
        }

        int code() {
            return code;
        }
    }

    static class NotFound extends AppException {
        NotFound(String what) {
            super(what + " not found", 404);
        }
    }

    static class Denied extends AppException {
        Denied() {
            super("denied", 403);
        }

        @Override
        public String getMessage() {
            return "access " + super.getMessage();
        }
    }

    interface Action {
        void run() throws AppException;
    }

    static void open(String name) throws NotFound, Denied {
        if (name.isEmpty()) {
            throw new NotFound("nothing");
        }
        if (name.startsWith("secret")) {
            throw new Denied();
        }
        System.out.println("opened " + name);
    }

    static void wrapped(String name) throws AppException {
        try {
            open(name);
        } catch (NotFound e) {
            throw new AppException("wrapped", e);
        }
    }

    static void precise(String name) throws NotFound, Denied {
        try {
            open(name);
        } catch (Exception e) {
            System.out.println("passing on");
            throw e;
        }
    }

    static void attempt(Action action) {
        try {
            action.run();
        } catch (NotFound | Denied e) {
            System.out.println(e.getMessage() + " " + e.code());
        } catch (AppException e) {
            System.out.println(e.getMessage() + " " + e.code() + " because " + e.getCause().getMessage());
        }
    }

    public static void main(String[] args) {
        for (String name : new String[] {"file", "", "secret"}) {
            attempt(() -> open(name));
            attempt(() -> wrapped(name));
            attempt(() -> precise(name));
        }
        try {
            throw new NotFound("x");
        } catch (AppException e) {
            System.out.println(e instanceof NotFound);
        }
        try {
            Object o = args.length == 0 ? null : "";
            if (o == null) {
                throw new UnsupportedOperationException();
            }
        } catch (IllegalStateException | UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        RuntimeException outer = new RuntimeException(new IllegalStateException("inner"));
        System.out.println(outer.getCause().getMessage());
        System.out.println(new IllegalStateException("shown"));
        System.out.println(new RuntimeException());
    }
}
