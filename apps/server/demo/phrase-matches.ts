import type pg from 'pg';
import { newId } from '../src/platform/ids.ts';
import type { SamplePerson } from './people.ts';

const found = [
  { phrase: 'ppm', effect: 'refuse', operation: 'updateProfile', content: 'Weekends only. P.P.M.', daysAgo: 0.3 },
  {
    ...{ phrase: 'book me', effect: 'report', operation: 'postTonight', daysAgo: 1.1 },
    content: 'Free tonight in Sea Point. Book me for dinner?',
  },
  {
    ...{ phrase: 'tarief per uur', effect: 'report', operation: 'createRequest', daysAgo: 2.6 },
    content: 'Wat is jou tarief per uur vir foto’s in Kaapstad?',
  },
  { phrase: 'cash meet', effect: 'refuse', operation: 'postInterest', content: 'c4sh m33t, Durban', daysAgo: 4.2 },
] as const;

/** Texts of members in which a listed phrase was found. */
export async function insertPhraseMatches(
  client: pg.ClientBase,
  people: readonly SamplePerson[],
  before: (days: number) => Date,
): Promise<void> {
  for (const [index, person] of people.slice(0, found.length).entries()) {
    const { phrase, effect, operation, content, daysAgo } = found[index] as (typeof found)[number];
    const at = before(daysAgo);
    await client.query(
      `insert into phrase_matches (id, account_id, phrase, effect, rule, operation, content, found_at)
         values ($1, $2, $3, $4, 'paid_meetings', $5, $6, $7)`,
      [newId(at.getTime()), person.accountId, phrase, effect, operation, content, at],
    );
  }
}
