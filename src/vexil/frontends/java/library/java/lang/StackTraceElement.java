package java.lang;

import java.util.Objects;

/** One call in a stack trace. */
public final class StackTraceElement implements java.io.Serializable {
    private final String className;
    private final String methodName;
    private final String fileName;
    private final int lineNumber;

    public StackTraceElement(String className, String methodName, String fileName, int lineNumber) {
        this.className = Objects.requireNonNull(className, "Declaring class is null");
        this.methodName = Objects.requireNonNull(methodName, "Method name is null");
        this.fileName = fileName;
        this.lineNumber = lineNumber;
    }

    public String getClassName() {
        return className;
    }

    public String getMethodName() {
        return methodName;
    }

    public String getFileName() {
        return fileName;
    }

    public int getLineNumber() {
        return lineNumber;
    }

    public boolean isNativeMethod() {
        return lineNumber == -2;
    }

    public String toString() {
        String place = fileName == null ? "Unknown Source" : fileName;
        if (lineNumber == -2) {
            place = "Native Method";
        } else if (fileName != null && lineNumber >= 0) {
            place = fileName + ":" + lineNumber;
        }
        return className + "." + methodName + "(" + place + ")";
    }
}
