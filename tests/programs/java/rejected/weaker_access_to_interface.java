class Job implements Runnable {
    void run() { // error: run() in Job cannot implement run() in Runnable
    }
}
