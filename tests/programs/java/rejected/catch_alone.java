class Main {
    static void run(int n) {
        catch (RuntimeException e) { // error: 'catch' without 'try'
            n--;
        }
    }
}
