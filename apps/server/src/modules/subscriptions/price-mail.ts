import type { Mail } from '../../platform/mailer.ts';
import { formatRand } from '../../platform/rand.ts';
import { say } from '../../platform/words.ts';

/** The subject may appear on a lock screen, so the mail does not name the creator. */
export const newPriceMail = (
  to: string,
  link: string,
  { oldCents, newCents, months }: { oldCents: number; newCents: number; months: number },
): Mail => {
  const [before, after] = [formatRand(oldCents), formatRand(newCents)];
  const term = months === 1 ? say`a month` : say`for ${months} months`;
  return {
    to,
    subject: say`A new price is asked of you on Vlam`,
    text: [
      say`A creator you subscribe to now asks ${after} ${term}, and would like you to pay that too. You pay ${before}.`,
      say`If you do nothing, you keep ${before} for as long as you renew. You are never charged more than you agreed to.`,
      say`See both prices and answer: ${link}`,
    ],
  };
};
