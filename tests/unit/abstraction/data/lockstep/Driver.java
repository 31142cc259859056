import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Compiles programs. Where there is a concrete one, looks for a run of the abstract one that shows its tokens; where
 * tokens are the numbers themselves, compares what both print.
 */
public class Driver {
    static final int MOST_RUNS = 20000;

    /** What the abstract program prints must be this, line by line; choices are taken from a script. */
    static List<String> expected;
    static int line;
    static List<int[]> script = new ArrayList<>();
    static int position;

    static class Wrong extends Error {
    }

    public static int pick(int count) {
        if (position == script.size()) {
            script.add(new int[] {0, count});
        }
        return script.get(position++)[0];
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        for (String folder : args) {
            System.setOut(out);
            File made = compile(new File(folder, "abstract"));
            if (!new File(folder, "concrete").exists()) {
                out.println(folder + (made.list().length > 0 ? " compiled" : " failed"));
                continue;
            }
            File concrete = compile(new File(folder, "concrete"));
            String main = names(folder, "main.txt")[0];
            if (!new File(folder, "tokens.txt").exists()) {
                expected = null;
                List<String> before = lines(concrete, main), after = lines(made, main);
                out.println(folder + (before.equals(after) ? " same" : " different") + " lines=" + before.size());
                continue;
            }
            String[] names = names(folder, "tokens.txt");
            expected = null;
            List<String> lines = lines(concrete, main);
            expected = new ArrayList<>();
            ClassLoader loader = new URLClassLoader(new URL[] {made.toURI().toURL()});
            for (int i = 0; i < lines.size(); i++) {
                expected.add(token(loader.loadClass(names[i % names.length]), lines.get(i)));
            }
            out.println(folder + " " + search(made, main) + " lines=" + lines.size());
        }
        System.exit(0);
    }

    static String[] names(String folder, String file) throws Exception {
        return java.nio.file.Files.readString(new File(folder, file).toPath()).split(" ");
    }

    static String token(Class<?> tokens, String number) throws Exception {
        for (java.lang.reflect.Method method : tokens.getMethods()) {
            if (method.getName().equals("abs")) {
                Object value = method.getParameterTypes()[0] == long.class
                    ? (Object) Long.parseLong(number) : (Object) Integer.parseInt(number);
                return String.valueOf(method.invoke(null, value));
            }
        }
        throw new IllegalStateException();
    }

    static File compile(File folder) {
        File made = new File(folder, "made");
        made.mkdir();
        List<String> options = new ArrayList<>(List.of("-Xlint:none", "-proc:none", "-cp", "", "-d", made.getPath()));
        for (File file : folder.listFiles()) {
            if (file.getName().endsWith(".java")) {
                options.add(file.getPath());
            }
        }
        var compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        compiler.run(null, System.out, System.out, options.toArray(new String[0]));
        return made;
    }

    static List<String> lines(File made, String main) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(bytes, true));
        run(made, main);
        System.setOut(before);
        return List.of(bytes.toString().split("\n"));
    }

    static String search(File made, String main) throws Exception {
        script.clear();
        for (int runs = 1; runs <= MOST_RUNS; runs++) {
            line = position = 0;
            System.setOut(new PrintStream(new ByteArrayOutputStream()) {
                @Override
                public void println(int token) {
                    if (line >= expected.size() || !expected.get(line).equals(String.valueOf(token))) {
                        throw new Wrong();
                    }
                    line++;
                }
            });
            if (run(made, main) && line == expected.size()) {
                return "found after " + runs;
            }
            while (script.size() > position) {
                script.remove(script.size() - 1);
            }
            while (!script.isEmpty()) {
                int[] last = script.get(script.size() - 1);
                if (++last[0] < last[1]) {
                    break;
                }
                script.remove(script.size() - 1);
            }
            if (script.isEmpty()) {
                return "none, at line " + line;
            }
        }
        return "too many runs";
    }

    /** Runs a program in classes of its own; says whether it ended by itself. */
    static boolean run(File made, String name) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {made.toURI().toURL()}, Driver.class.getClassLoader())) {
            var main = loader.loadClass(name).getMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[0]);
            return true;
        } catch (InvocationTargetException error) {
            if (expected == null) {
                throw error;
            }
            return false; // a token is not the right one, or an exception that no concrete run has
        }
    }
}
