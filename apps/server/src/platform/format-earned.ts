import { creditValueCents } from '@vlam/contract/rules/credit-value';
import type { Earned } from '@vlam/contract/schemas';
import { formatRand } from './rand.ts';
import { say, type Words } from './words.ts';

/** As `formatEarned`, in the reader's language. */
export function sayEarned({ credits, held }: Earned): Words {
  const free = formatRand((credits - held) * creditValueCents);
  const waiting = formatRand(held * creditValueCents);
  if (held === 0) return say`${free} in your earnings`;
  if (held === credits) return say`${waiting} held, paid with free credits`;
  return say`${free} in your earnings, ${waiting} held, paid with free credits`;
}

/** What a sale brought its creator, in the words of their dashboard; rand, and what is held apart from the rest. */
export function formatEarned({ credits, held }: Earned): string {
  const rest = `${formatRand((credits - held) * creditValueCents)} in your earnings`;
  if (held === 0) return rest;
  const waiting = `${formatRand(held * creditValueCents)} held, paid with free credits`;
  return held === credits ? waiting : `${rest}, ${waiting}`;
}
