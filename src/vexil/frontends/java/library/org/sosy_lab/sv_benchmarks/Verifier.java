package org.sosy_lab.sv_benchmarks;

import vexil.Choices;

/** Inputs from outside and assumptions, as verification tasks of the SV-COMP competition use them. */
public final class Verifier {
    private Verifier() {
    }

    public static void assume(boolean condition) {
        Choices.assume(condition);
    }

    public static native boolean nondetBoolean();

    public static native byte nondetByte();

    public static native char nondetChar();

    public static native short nondetShort();

    public static native int nondetInt();

    public static native long nondetLong();

    public static native float nondetFloat();

    public static native double nondetDouble();

    public static String nondetString() {
        char[] characters = new char[Choices.stringLength()];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = Choices.anyChar();
        }
        return new String(characters);
    }
}
