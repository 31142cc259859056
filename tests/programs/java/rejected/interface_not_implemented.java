class Job implements Runnable { // error: Job is not abstract and does not override abstract method run() in Runnable
    public void run(int n) {
    }
}
