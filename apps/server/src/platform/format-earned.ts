import { creditValueCents } from '@vlam/contract/rules/credit-value';
import type { Earned } from '@vlam/contract/schemas';
import { formatRand } from './rand.ts';

/** What a sale brought its creator, in the words of their dashboard; rand, and what is held apart from the rest. */
export function formatEarned({ credits, held }: Earned): string {
  const rest = `${formatRand((credits - held) * creditValueCents)} in your earnings`;
  if (held === 0) return rest;
  const waiting = `${formatRand(held * creditValueCents)} held, paid with free credits`;
  return held === credits ? waiting : `${rest}, ${waiting}`;
}
