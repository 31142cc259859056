class Main {
    float f = 1.5; // error: incompatible types: possible lossy conversion from double to float
}
