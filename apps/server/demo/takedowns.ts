import type { TakedownClass } from '@vlam/contract/rules/takedowns';
import type { Context } from '../src/context.ts';
import { createSecrets } from '../src/modules/takedowns/secrets.ts';
import { insertCase, insertEvent, insertPrints } from '../src/modules/takedowns/store.ts';
import { addBusinessDays } from '../src/platform/business-days.ts';
import type { SampleItem } from './content.ts';
import type { SamplePerson } from './people.ts';
import { createRandom } from './random.ts';
import { demoAccounts, demoScale } from './scale.ts';

const minute = 60_000;
const hour = 60 * minute;

interface SampleCase {
  class: TakedownClass;
  number: string;
  /** Minutes since it came. */
  age: number;
  /** Minutes it may take; null counts three business days. */
  time: number | null;
  text: string;
  /** By the address of an item, by a fingerprint, or in words only. */
  by: 'address' | 'fingerprint' | 'words';
  refusal: string | null;
}

const cases: readonly SampleCase[] = [
  {
    ...{ class: 'image', number: '048213', age: 22 * 60 + 10, time: 24 * 60, by: 'address' },
    text: 'That is my studio and my back. I never agreed to it.',
    refusal: null,
  },
  {
    ...{ class: 'threat', number: '730645', age: 4 * 60 + 12, time: 4 * 60, by: 'words' },
    text: 'He writes that he will post it unless I send money. The name on the page is mine.',
    refusal: null,
  },
  {
    ...{ class: 'copyright', number: '519077', age: 20 * 60, time: null, by: 'fingerprint' },
    text: 'From my series of the harbour at night.',
    refusal: null,
  },
  {
    ...{ class: 'impersonation', number: '902164', age: 70 * 60, time: 48 * 60, by: 'words' },
    text: 'Somebody uses my stage name.',
    refusal: 'The name is a common one, and nothing on the page claims to be you.',
  },
];

/** Cases of the public desk: one hidden at once, one late, one of which nothing was found, one refused. */
export async function insertTakedowns(
  context: Pick<Context, 'config' | 'clock' | 'database' | 'takedowns'>,
  { people, items, now }: { people: readonly SamplePerson[]; items: readonly SampleItem[]; now: Date },
): Promise<void> {
  const { db } = context.database;
  const secrets = createSecrets(context);
  const random = createRandom(demoScale.seed + 460);
  const moderator = people.find(({ email }) => email === demoAccounts[2].email);
  // One that no demo account made, and that is not among the newest.
  const creators = people.filter(({ creator, canSignIn, sampleSlug }) => creator && !canSignIn && !sampleSlug);
  const owners = new Set(creators.map(({ profileId }) => profileId));
  const item = items.filter(({ profileId, film, isPremium }) => owners.has(profileId) && !film && !isPremium).at(-60);
  const search = context.takedowns.tasks.find(({ kind }) => kind.name === 'takedowns.search');
  for (const sample of cases) {
    const at = new Date(now.getTime() - sample.age * minute);
    const id = crypto.randomUUID();
    const decidedAt = sample.refusal ? new Date(at.getTime() + 26 * hour) : null;
    const target = sample.by === 'address' ? item : undefined;
    await insertCase(db, {
      ...{ id, class: sample.class, received_at: at, is_depicted: sample.class === 'image' },
      number: `VT-${at.toISOString().slice(2, 7).replace('-', '')}-${sample.number}`,
      pin_hash: secrets.hashPin(id, secrets.newPin()),
      hides_at_once: sample.class === 'image',
      subnet_index: secrets.subnetIndex(`10.0.0.${sample.number.slice(0, 2)}`),
      network_index: secrets.networkIndex(`10.0.${sample.number.slice(0, 2)}.1`),
      due_at: sample.time === null ? addBusinessDays(at, 3) : new Date(at.getTime() + sample.time * minute),
      outer_at: sample.class === 'threat' ? null : addBusinessDays(at, 7),
      ...(target
        ? {
            address: `${context.config.publicUrl}/creator/${target.profileId}?item=${target.id}`,
            target_type: 'content',
            target_id: target.id,
          }
        : {}),
      ...(decidedAt ? { state: 'refused', decided_at: decidedAt, decided_by: moderator?.accountId ?? null } : {}),
    });
    const event = (kind: string, text: string, when: Date, actorId: string | null = null) =>
      insertEvent(db, {
        ...{ id: crypto.randomUUID(), case_id: id, kind, actor_id: actorId, at: when },
        sealed: text ? secrets.seal(id, text) : null,
      });
    await event('received', sample.text, at);
    if (sample.by === 'fingerprint') {
      const bytes = () => Uint8Array.from({ length: 32 }, () => random.integer(0, 255));
      const print = { sha256: bytes(), print: bytes(), mirrored: bytes(), quality: 90 };
      await insertPrints(db, id, [print], { after: 0 });
    }
    if (sample.refusal && decidedAt) await event('refused', sample.refusal, decidedAt, moderator?.accountId);
    else await search?.run({ caseId: id }, { id: '1', attempt: 1 });
  }
}
