class Main {
    int n = 5 # 3; // error: illegal character: '#'
}
