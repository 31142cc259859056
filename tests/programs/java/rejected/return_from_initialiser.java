class Main {
    {
        return; // error: return outside method
    }
}
