const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'adv', 'rev']);

/** Normalises a name for comparison: without title, accents, case and hyphens. */
export const normaliseName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word))
    .join(' ');

/** Whether a written name is the person's: first name and surname in either order. */
export function namesMatch(name: string, person: { firstName: string; lastName: string }): boolean {
  const [first, last] = [normaliseName(person.firstName), normaliseName(person.lastName)];
  const written = normaliseName(name);
  return first !== '' && last !== '' && (written === `${first} ${last}` || written === `${last} ${first}`);
}
