/** Runs each of `turns` once per round, in alternating order; returns the durations in ms, one list per turn. */
export async function timeInterleaved(
  rounds: number,
  turns: readonly ((round: number) => Promise<unknown>)[],
): Promise<number[][]> {
  const durations: number[][] = turns.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = [...turns.keys()];
    for (const index of round % 2 === 0 ? order : order.reverse()) {
      const started = performance.now();
      await turns[index]?.(round);
      durations[index]?.push(performance.now() - started);
    }
  }
  return durations;
}

/** Probability that a value of `a` exceeds one of `b`: 0.5 when the durations do not differ. */
export function areaUnderCurve(a: readonly number[] = [], b: readonly number[] = []): number {
  let wins = 0;
  for (const one of a) for (const other of b) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (a.length * b.length);
}
