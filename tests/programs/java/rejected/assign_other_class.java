class Cat {
}

class Dog {
}

class Main {
    Cat cat = new Dog(); // error: incompatible types: Dog cannot be converted to Cat
}
