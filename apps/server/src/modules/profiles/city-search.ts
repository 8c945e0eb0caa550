import { cities } from '@vlam/contract/constants';

type City = (typeof cities)[number];

/** Common alternative names. */
const aliases: Partial<Record<City, readonly string[]>> = {
  'Cape Town': ['kaapstad', 'ikapa', 'cpt'],
  Johannesburg: ['joburg', 'jozi', 'egoli', 'jhb'],
  Durban: ['ethekwini', 'dbn'],
  Pretoria: ['tshwane', 'pta'],
  'Port Elizabeth': ['gqeberha', 'pe'],
  Bloemfontein: ['bloem', 'mangaung'],
  'East London': ['buffalo city', 'kugompo'],
  Pietermaritzburg: ['maritzburg', 'pmb'],
};

/** Cities that start with the typed text, tolerating one typo per five letters. */
export function searchCities(typed: string): City[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const maxTypos = Math.min(2, Math.floor(wanted.length / 5));
  return cities.filter((city) =>
    [city.toLowerCase(), ...(aliases[city] ?? [])].some((name) => hasFuzzyPrefix(name, wanted, maxTypos)),
  );
}

function hasFuzzyPrefix(name: string, wanted: string, maxTypos: number): boolean {
  if (name.startsWith(wanted)) return true;
  if (maxTypos === 0) return false;
  // A typo may add or drop a letter, so prefixes of nearby lengths are compared.
  for (let length = wanted.length - maxTypos; length <= wanted.length + maxTypos; length += 1)
    if (length <= name.length && editDistance(name.slice(0, length), wanted) <= maxTypos) return true;
  return false;
}

/** Insertions, deletions, changes and swaps of neighbours (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let previous: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, (previous[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    previous = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
