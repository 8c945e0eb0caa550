import { creditValueCents } from '@vlam/contract/credits';

/** Payouts wait this long after another bank account was named. */
export const holdMs = 72 * 3_600_000;

/** What an amount in both currencies is worth, in cents. */
export const centsOf = ({ credits, cents }: { credits: bigint; cents: bigint }): number =>
  Number(credits) * creditValueCents + Number(cents);

export interface Funds {
  credits: bigint;
  cents: bigint;
}

const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** What can be withdrawn of each currency: what is there, less what has not cleared. */
export const clearedOf = (held: Funds, clearing: Funds): Funds => ({
  credits: atLeastZero(held.credits - atLeastZero(clearing.credits)),
  cents: atLeastZero(held.cents - atLeastZero(clearing.cents)),
});

/**
 * How many credits must become rand so that `amountCents` can be withdrawn, cents first; null when there is not enough.
 * What the last credit brings too much stays among the earned cents.
 */
export function creditsToRedeem(cleared: Funds, amountCents: number): number | null {
  const missing = amountCents - Number(cleared.cents);
  const credits = missing > 0 ? Math.ceil(missing / creditValueCents) : 0;
  return credits > Number(cleared.credits) ? null : credits;
}

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'adv', 'rev']);

/** A name as a bank and a member may each write it: without title, accents, case, hyphens. */
export const normaliseName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word))
    .join(' ');

/** Whether an account belongs to the person: first name and surname, or the surname first as many banks print it. */
export function namesMatch(holder: string, person: { firstName: string; lastName: string }): boolean {
  const [first, last] = [normaliseName(person.firstName), normaliseName(person.lastName)];
  const written = normaliseName(holder);
  return first !== '' && last !== '' && (written === `${first} ${last}` || written === `${last} ${first}`);
}
