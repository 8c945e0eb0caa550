/** A new seed for each long run, which then takes half of the cases. A run that repeats a seed takes all of them. */
export function longTurns(repeated: string | undefined): { seed: number; takes(turn: number): boolean } {
  const seed = Number(repeated || Date.now() % 1_000_000);
  return { seed, takes: (turn) => Boolean(repeated) || turn % 2 === seed % 2 };
}
