class A extends B { // error: cyclic inheritance involving A
}

class B extends A {
}
