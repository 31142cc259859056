// Arrays are covariant, and a store of the wrong class throws.
class ArrayStore {
    static class Animal {
    }

    static class Dog extends Animal {
    }

    static class Cat extends Animal {
    }

    static boolean store(Object[] array, Object value) {
        try {
            array[0] = value;
            return true;
        } catch (ArrayStoreException e) {
            return false;
        }
    }

    public static void main(String[] args) {
        Animal[] animals = new Dog[2];
        System.out.println(animals instanceof Dog[]);
        System.out.println(animals.length);
        animals[0] = new Dog();
        animals[1] = null;
        try {
            animals[0] = new Cat();
        } catch (ArrayStoreException e) {
            System.out.println("no cats among dogs");
        }
        System.out.println(animals[0] instanceof Dog);
        System.out.println(store(new Object[1], 1));
        System.out.println(store(new String[1], 1));
        System.out.println(store(new Integer[1], 1));
        System.out.println(store(new Number[1], 1));
        System.out.println(store(new Comparable[1], "text"));
        System.out.println(store(new Animal[1], new Dog()));
        System.out.println(store(new Dog[1], new Animal()));
        System.out.println(store(new int[1][], new int[5]));
        System.out.println(store(new int[1][], new long[5]));
        System.out.println(store(new Object[1][], new String[1]));
        System.out.println(store(new Runnable[1], (Runnable) () -> { }));
        System.out.println(store(new String[1], null));
        try {
            Dog[] dogs = (Dog[]) new Animal[1];
            System.out.println(dogs.length);
        } catch (ClassCastException e) {
            System.out.println("an array of animals is no array of dogs");
        }
        Object o = new String[][] {{"a"}};
        System.out.println(o instanceof Object[]);
        System.out.println(o instanceof Object[][]);
        System.out.println(((Object[][]) o)[0][0]);
        System.out.println(new int[0][0] instanceof Object[]);
        Object ints = new int[0];
        System.out.println(ints instanceof Object[]);
        Object[] wider = new String[] {"x"};
        String[] back = (String[]) wider;
        System.out.println(back[0]);
    }
}
