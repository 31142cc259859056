/** Captured variables that travel through several classes and lambdas. */
public class DeepCaptures {
    interface Get {
        int get();
    }

    int field = 7;

    Get inMembers(int x) {
        class Local {
            class Member {
                class Deep {
                    int get() {
                        return x + field;
                    }
                }

                Deep deep() {
                    return new Deep();
                }
            }

            Member member() {
                return new Member();
            }
        }
        return () -> new Local().member().deep().get();
    }

    Get inMethods(int x) {
        class Local {
            class Member {
                int get() {
                    class Inside {
                        int twice() {
                            return x * 2;
                        }
                    }
                    return new Inside().twice();
                }
            }
        }
        return new Local().new Member()::get;
    }

    static Get chain(int a) {
        int b = a + 1;
        class Upper {
            int get() {
                return a;
            }
        }
        class Lower extends Upper {
            int get() {
                return super.get() + b;
            }
        }
        return new Get() {
            final Lower lower = new Lower();
            int c = b * 2;

            {
                c += a;
            }

            public int get() {
                Get outer = () -> {
                    Get inner = () -> lower.get() + c + a;
                    return inner.get() + b;
                };
                return outer.get();
            }
        };
    }

    class Base {
        final int first;

        Base(Get get) {
            first = get.get();
        }
    }

    // Arguments of a constructor call see the instance around the class that is under construction.
    class Derived extends Base {
        Derived(int z) {
            super(new Get() {
                public int get() {
                    return field * z;
                }
            });
        }
    }

    static int cleanedUp() {
        int r = 0;
        for (int i = 0; i < 3; i++) {
            int j = i;
            try {
                if (j == 1) {
                    continue;
                }
                r += j;
            } finally {
                int k = j * 100;
                Get sum = () -> k + j;
                class Kept {
                    int kept() {
                        return k;
                    }
                }
                r += sum.get() + new Kept().kept();
            }
        }
        return r;
    }

    public static void main(String[] args) {
        DeepCaptures here = new DeepCaptures();
        System.out.println(here.inMembers(3).get());
        System.out.println(here.inMethods(4).get());
        System.out.println(chain(5).get());
        System.out.println(cleanedUp());
        System.out.println(here.new Derived(2).first);
    }
}
