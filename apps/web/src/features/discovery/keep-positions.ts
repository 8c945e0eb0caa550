/**
 * Merges a refetched list without moving people: those still in it keep their position, new people take the positions
 * of removed ones, and the rest is appended.
 */
export function keepPositions<Item extends { id: string }>(before: readonly Item[], now: readonly Item[]): Item[] {
  const byId = new Map(now.map((item) => [item.id, item]));
  const oldIndex = new Set(before.map(({ id }) => id));
  const fresh = now.filter(({ id }) => !oldIndex.has(id));
  const places = before.flatMap(({ id }) => byId.get(id) ?? fresh.shift() ?? []);
  return [...places, ...fresh];
}
