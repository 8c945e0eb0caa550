import { classOfReason, clockOf } from '@vlam/contract/rules/clocks';
import { operatorSettings } from '@vlam/contract/rules/operator-settings';
import type pg from 'pg';
import { addBusinessDays } from '../src/platform/business-days.ts';
import { insertRows } from './bulk.ts';
import { insertItems, type SampleItem } from './content.ts';
import type { FilmIndexes } from './films.ts';
import { type SamplePerson, seededId } from './people.ts';
import { insertPictures } from './pictures.ts';
import { createRandom } from './random.ts';
import { demoAccounts, demoScale } from './scale.ts';

const hour = 3_600_000;
const firstLookMs = 90 * 60_000;

interface SampleReport {
  /** What it is about: a member, or the newest item of a creator. */
  target: 'profile' | 'content';
  reason: 'scam' | 'spam' | 'harassment' | 'fake_profile' | 'other';
  details: string;
  hours: number;
  /** Of the moderator; null while it waits. */
  outcome: { state: 'resolved' | 'dismissed'; text: string } | null;
}

const reports: readonly SampleReport[] = [
  {
    target: 'profile',
    reason: 'scam',
    details: 'Asked me to pay outside Vlam before we met.',
    hours: 3,
    outcome: null,
  },
  {
    target: 'content',
    reason: 'other',
    details: 'I think this is from another photographer.',
    hours: 9,
    outcome: null,
  },
  {
    target: 'profile',
    reason: 'spam',
    details: 'The same message to everyone at the event.',
    hours: 21,
    outcome: null,
  },
  {
    target: 'profile',
    reason: 'harassment',
    details: 'Would not stop writing after I said no.',
    hours: 52,
    outcome: { state: 'resolved', text: 'Warned, and the thread is closed.' },
  },
  {
    target: 'content',
    reason: 'fake_profile',
    details: 'Looks like a copied account.',
    hours: 97,
    outcome: { state: 'dismissed', text: 'Identity checked in person: it is her own account.' },
  },
];

const waitingTitles = ['Harbour, first light', 'A corner of the studio', 'Curtain, half open'] as const;
/** Held back, until staff know whether everyone in them agreed. */
const heldTitles = ['Rain on the balcony', 'Blue hour, two chairs'] as const;

/** What waits for staff, and what they decided: reports, and items that a moderator has to see first. */
export async function insertStaffWork(
  client: pg.ClientBase,
  {
    people,
    items,
    films,
    now,
  }: {
    people: readonly SamplePerson[];
    items: readonly SampleItem[];
    films: FilmIndexes;
    now: Date;
  },
): Promise<void> {
  const random = createRandom(demoScale.seed + 300);
  const moderator = people.find(({ email }) => email === demoAccounts[2].email);
  const members = people.filter(({ creator, canSignIn }) => !creator && !canSignIn);
  const creators = people.filter(({ creator, canSignIn, sampleSlug }) => creator && !canSignIn && !sampleSlug);
  await insertRows(
    client,
    'reports',
    {
      id: 'uuid',
      reporter_account_id: 'uuid',
      target_type: 'text',
      target_id: 'uuid',
      target_profile_id: 'uuid',
      reason: 'text',
      class: 'text',
      due_at: 'timestamptz',
      first_viewed_at: 'timestamptz',
      details: 'text',
      state: 'text',
      created_at: 'timestamptz',
      outcome: 'text',
      decided_at: 'timestamptz',
      decided_by: 'uuid',
    },
    reports.flatMap((report, index) => {
      const at = new Date(now.getTime() - report.hours * hour);
      const [reporter, member] = [members[600 + index], members[700 + index]];
      const item = items[items.length - 1 - index * 7];
      if (!reporter || !member || !item || !moderator) return [];
      const [targetId, profileId] =
        report.target === 'content' ? [item.id, item.profileId] : [member.profileId, member.profileId];
      const { outcome } = report;
      const name = classOfReason[report.reason];
      const { setting, unit } = clockOf[name];
      const { initial } = operatorSettings[setting];
      const dueAt = unit === 'hours' ? new Date(at.getTime() + initial * hour) : addBusinessDays(at, initial);
      return [
        [
          ...[seededId(random, at, now), reporter.accountId, report.target, targetId, profileId],
          ...[report.reason, name, dueAt, outcome ? new Date(at.getTime() + firstLookMs) : null],
          ...[report.details, outcome?.state ?? 'open', at, outcome?.text ?? null],
          ...(outcome ? [new Date(at.getTime() + 5 * hour), moderator.accountId] : [null, null]),
        ],
      ];
    }),
  );
  const waiting = [...waitingTitles, ...heldTitles].flatMap((title, index): SampleItem[] => {
    const owner = creators[creators.length - 1 - index];
    const publishedAt = new Date(now.getTime() - (2 + index * 6) * hour);
    if (!owner) return [];
    return [
      {
        ...{ id: seededId(random, publishedAt, now), mediaId: seededId(random, publishedAt, now) },
        ...{ ownerId: owner.accountId, profileId: owner.profileId, title, description: '' },
        ...{ isPremium: index > 0, isExclusive: false, price: index > 0 ? 8 : 0, tipGoalCents: null },
        ...{ publishedAt, film: null },
      },
    ];
  });
  await insertPictures(client, random, waiting);
  await insertItems(client, waiting, films);
  await client.query(
    `update content_items set state = 'review', needs_review = true, published_at = null where id = any ($1)`,
    [waiting.slice(0, waitingTitles.length).map(({ id }) => id)],
  );
  await client.query(`update content_items set state = 'flagged' where id = any ($1)`, [
    waiting.slice(waitingTitles.length).map(({ id }) => id),
  ]);
}
