/** A number of 0 to 1, from the same source as secrets, so that no reader has to ask whether it matters. */
export const randomFraction = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 0xff_ff_ff_ff;
