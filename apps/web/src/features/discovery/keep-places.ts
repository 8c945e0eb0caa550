/**
 * A list that was read again, without moving what stands: people still in it keep their place, people gone give
 * theirs to somebody new, and what is left over follows at the end.
 */
export function keepPlaces<Item extends { id: string }>(before: readonly Item[], now: readonly Item[]): Item[] {
  const byId = new Map(now.map((item) => [item.id, item]));
  const stood = new Set(before.map(({ id }) => id));
  const fresh = now.filter(({ id }) => !stood.has(id));
  const places = before.flatMap(({ id }) => byId.get(id) ?? fresh.shift() ?? []);
  return [...places, ...fresh];
}
