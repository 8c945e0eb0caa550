import { cities } from '@vlam/contract/constants';

type City = (typeof cities)[number];

/** Other names people type. */
const otherNames: Partial<Record<City, readonly string[]>> = {
  'Cape Town': ['kaapstad', 'ikapa', 'cpt'],
  Johannesburg: ['joburg', 'jozi', 'egoli', 'jhb'],
  Durban: ['ethekwini', 'dbn'],
  Pretoria: ['tshwane', 'pta'],
  'Port Elizabeth': ['gqeberha', 'pe'],
  Bloemfontein: ['bloem', 'mangaung'],
  'East London': ['buffalo city', 'kugompo'],
  Pietermaritzburg: ['maritzburg', 'pmb'],
};

/** Cities that begin with what was typed, or would with one slip in five letters mended. */
export function searchCities(typed: string): City[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const slips = Math.min(2, Math.floor(wanted.length / 5));
  return cities.filter((city) =>
    [city.toLowerCase(), ...(otherNames[city] ?? [])].some((name) => beginsNearly(name, wanted, slips)),
  );
}

function beginsNearly(name: string, wanted: string, slips: number): boolean {
  if (name.startsWith(wanted)) return true;
  if (slips === 0) return false;
  // A slip may have added or dropped a letter, so beginnings of nearby lengths are compared.
  for (let length = wanted.length - slips; length <= wanted.length + slips; length += 1)
    if (length <= name.length && editDistance(name.slice(0, length), wanted) <= slips) return true;
  return false;
}

/** Letters to add, drop, change or swap with their neighbour (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
