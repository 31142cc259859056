package org.sosy_lab.sv_benchmarks;

import vexil.Choices;

/** Inputs from outside and assumptions, as verification tasks of the SV-COMP competition use them. */
public final class Verifier {
    private Verifier() {
    }

    public static void assume(boolean condition) {
        Choices.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Choices.anyBoolean();
    }

    public static byte nondetByte() {
        return Choices.anyByte();
    }

    public static char nondetChar() {
        return Choices.anyChar();
    }

    public static short nondetShort() {
        return Choices.anyShort();
    }

    public static int nondetInt() {
        return Choices.anyInt();
    }

    public static long nondetLong() {
        return Choices.anyLong();
    }

    public static float nondetFloat() {
        return Choices.anyFloat();
    }

    public static double nondetDouble() {
        return Choices.anyDouble();
    }

    public static String nondetString() {
        char[] characters = new char[Choices.stringLength()];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = Choices.anyChar();
        }
        return new String(characters);
    }
}
