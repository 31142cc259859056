// Overload resolution with null, with static types instead of dynamic ones, and in class hierarchies.
class OverloadNull {
    static class Animal {
        String meet(Animal a) { return "animal meets animal"; }
    }

    static class Dog extends Animal {
        String meet(Dog d) { return "dog meets dog"; }

        @Override
        String meet(Animal a) { return "dog meets animal"; }
    }

    static class Puppy extends Dog {
        String meet(Puppy p) { return "puppy meets puppy"; }

        String meet(Object o) { return "puppy meets object"; }
    }

    static String f(Object o) { return "Object"; }
    static String f(String s) { return "String"; }

    static String g(Object o) { return "Object"; }
    static String g(int[] a) { return "int[]"; }

    static String h(Integer i) { return "Integer"; }
    static String h(long l) { return "long"; }

    static String k(Object... rest) { return rest == null ? "null array" : "array of " + rest.length; }

    public static void main(String[] args) {
        System.out.println(f(null));
        System.out.println(f((Object) null));
        Object o = "text";
        System.out.println(f(o));
        System.out.println(f("text"));
        System.out.println(g(null));
        System.out.println(h(null));
        System.out.println(h(1));
        System.out.println(k((Object[]) null) + " " + k((Object) null) + " " + k());
        Animal animal = new Animal();
        Animal dogAsAnimal = new Dog();
        Dog dog = new Dog();
        Dog puppyAsDog = new Puppy();
        Puppy puppy = new Puppy();
        System.out.println(animal.meet(dog));
        System.out.println(dogAsAnimal.meet(dog));
        System.out.println(dogAsAnimal.meet(dogAsAnimal));
        System.out.println(dog.meet(dog));
        System.out.println(dog.meet(animal));
        System.out.println(dog.meet(puppyAsDog));
        System.out.println(puppyAsDog.meet(puppy));
        System.out.println(puppy.meet(puppy));
        System.out.println(puppy.meet(puppyAsDog));
        System.out.println(puppy.meet((Animal) puppy));
        System.out.println(puppy.meet("bone"));
        System.out.println(puppy.meet((Puppy) null));
    }
}
