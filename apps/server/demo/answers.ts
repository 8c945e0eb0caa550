import type pg from 'pg';
import { insertThread } from './chat.ts';
import type { Line } from './chat-texts.ts';
import type { SamplePerson } from './people.ts';
import { createRandom } from './random.ts';
import { demoScale } from './scale.ts';

const day = 24 * 60;
/** Sample people without other threads; earlier indexes have threads with the demo accounts. */
const writersFrom = 2_500;
const writersEach = 24;

const questions = [
  'Is the harbour set from this winter?',
  'Which lens was that? The light is so soft.',
  'Will there be more of the rooftop series?',
  'Your last one stayed with me all day.',
] as const;
const answers = [
  'From this winter, yes. I nearly froze.',
  'An old one of fifty millimetres, and patience.',
  'Soon. The weather has to agree first.',
  'Thank you. That is a kind thing to read.',
] as const;

/** Messages of members to the sample creators in the last weeks, and the creators' response times. */
export async function insertAnswers(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const random = createRandom(demoScale.seed + 200);
  const writers = people.filter(({ n, creator }) => n !== null && n >= writersFrom && creator === null);
  const creators = people.filter(({ sampleSlug }) => sampleSlug !== null);
  for (const [index, own] of creators.entries())
    for (const [nth, other] of writers.slice(index * writersEach, (index + 1) * writersEach).entries()) {
      const asked = random.integer(2 * day, 26 * day);
      const which = random.integer(0, questions.length - 1);
      const lines: Line[] = [['they', asked, questions[which] ?? '']];
      // One message to each creator waited for more than a day.
      lines.push(['I', asked - (nth === 0 ? day + 30 : random.integer(6, 95)), answers[which] ?? '']);
      await insertThread(client, random, {
        own,
        other,
        thread: { with: { city: '', creator: false }, lines, unread: 0 },
        now,
      });
    }
}
