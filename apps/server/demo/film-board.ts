import type { RegistrationAnswers } from '@vlam/contract/rules/film-board';
import type { Context } from '../src/context.ts';
import { createAnswers } from '../src/modules/film-board/answers.ts';
import { insert } from '../src/modules/film-board/store.ts';
import { addBusinessDays } from '../src/platform/business-days.ts';
import { addDays, johannesburgDay } from '../src/platform/clock.ts';
import { type SamplePerson, seededId } from './people.ts';
import { giveOwnDrawing } from './pictures.ts';
import { createRandom } from './random.ts';
import { demoAccounts, demoScale } from './scale.ts';

const day = 86_400_000;
const reviewDays = 30;

interface SampleRegistration {
  business: string;
  number: string;
  street: string;
  about: string;
  /** Days since it was sent. */
  sent: number;
  state: 'pending' | 'approved' | 'refused' | 'lapsed';
  /** Days until its last day; of approved and lapsed ones. */
  endsIn?: number;
  exemption?: 'proposed' | 'held';
  reason?: string;
}

const registrations: readonly SampleRegistration[] = [
  {
    ...{ business: 'Tafelberg Studio (Pty) Ltd', number: '2023/204518/07', street: '8 Kloof Street, Cape Town 8001' },
    ...{ about: 'Portraits in window light, for adult subscribers.', sent: 47, state: 'pending' },
  },
  {
    ...{ business: 'Rooibos Film CC', number: '2009/061277/23', street: '31 Voortrekker Road, Bellville 7530' },
    ...{ about: 'Short films about dancers, rated 16 to X18.', sent: 33, state: 'pending' },
  },
  {
    ...{ business: 'Lerato Visuals', number: '2024/330912/07', street: '102 Florida Road, Durban 4001' },
    ...{ about: 'A diary in pictures, posted twice a week.', sent: 6, state: 'pending' },
  },
  {
    ...{ business: 'Blue Crane Media (Pty) Ltd', number: '2021/118840/07', street: '5 Burnett Street, Pretoria 0083' },
    ...{ about: 'Films for adults, made by three people.', sent: 80, state: 'approved', endsIn: 310 },
    exemption: 'proposed',
  },
  {
    ...{ business: 'Karoo Night Works', number: '2022/450071/07', street: '14 Church Street, Graaff-Reinet 6280' },
    ...{ about: 'Long exposures and the people in them.', sent: 120, state: 'approved', endsIn: 245 },
    exemption: 'held',
  },
  {
    ...{
      business: 'Protea House Productions',
      number: '2020/097714/07',
      street: '77 Jan Smuts Avenue, Johannesburg 2196',
    },
    ...{ about: 'Studio sets for subscribers.', sent: 345, state: 'approved', endsIn: 19 },
    exemption: 'held',
  },
  {
    ...{ business: 'Highveld Frames', number: '2023/511902/07', street: '3 Long Street, Polokwane 0700' },
    ...{ about: 'Pictures and sound from the road.', sent: 150, state: 'approved', endsIn: 215 },
  },
  {
    ...{ business: 'Wild Coast Stories', number: '2019/330156/07', street: '21 Oxford Street, East London 5201' },
    ...{ about: 'Stories by the sea.', sent: 28, state: 'refused' },
    reason: 'The registration number belongs to a company that was struck off in 2024.',
  },
  {
    ...{ business: 'Namaqua Light', number: '2018/204411/07', street: '9 Voortrekker Street, Springbok 8240' },
    ...{ about: 'Flowers and skin.', sent: 400, state: 'lapsed', endsIn: -12 },
  },
];

/** One row of the audit log of what was decided. */
export interface RegistrationEntry {
  targetType: 'fpb_registration' | 'content';
  targetId: string;
  at: Date;
  action: string;
  /** The demo has one admin: the moderator stands in for the second person. */
  by: 'admin' | 'moderator';
  reason: string;
  accountId: string;
}

/** Registrations of every state: waiting, late, held by one and by two, ending soon, refused and ended. */
export async function insertRegistrations(
  context: Pick<Context, 'config' | 'database'>,
  people: readonly SamplePerson[],
  now: Date,
): Promise<RegistrationEntry[]> {
  const { db } = context.database;
  const answers = createAnswers(context.config);
  const random = createRandom(demoScale.seed + 480);
  const accountOf = (index: 2 | 3) => people.find(({ email }) => email === demoAccounts[index].email)?.accountId ?? '';
  const [moderatorId, adminId] = [accountOf(2), accountOf(3)];
  const creators = people.filter(({ creator, canSignIn, sampleSlug }) => creator && !canSignIn && !sampleSlug);
  const entries: RegistrationEntry[] = [];
  const waiting = await db
    .selectFrom('content_items')
    .select(['id', 'profile_id', 'media_id'])
    .where('state', '=', 'review')
    .where('media_type', '=', 'image')
    .orderBy('created_at')
    .executeTakeFirst();
  for (const [index, sample] of registrations.entries()) {
    // The first whose exemption holds has an X18 item that needs a second moderator.
    const isOfWaiting = waiting !== undefined && sample === registrations.find(({ exemption }) => exemption === 'held');
    const owner = isOfWaiting ? people.find(({ profileId }) => profileId === waiting.profile_id) : creators[40 + index];
    if (!owner) continue;
    const sentAt = new Date(now.getTime() - sample.sent * day);
    const decidedAt = new Date(sentAt.getTime() + 20 * day);
    const id = seededId(random, sentAt, now);
    const given: RegistrationAnswers = {
      businessName: sample.business,
      registrationNumber: sample.number,
      contactPerson: `${owner.firstName} ${owner.lastName}`,
      email: `office${index}@studio.example`,
      phone: `021 555 01${String(20 + index)}`,
      businessAddress: sample.street,
      platformDescription: sample.about,
    };
    const isDecided = sample.state !== 'pending';
    const isCertified = sample.state === 'approved' || sample.state === 'lapsed';
    const validUntil = sample.endsIn === undefined ? null : addDays(johannesburgDay(now), sample.endsIn);
    const isHeld = sample.exemption === 'held';
    await insert(db, {
      id,
      profile_id: owner.profileId,
      status: sample.state,
      answers_sealed: answers.seal(id, given),
      created_at: sentAt,
      submitted_at: sentAt,
      due_on: johannesburgDay(addBusinessDays(sentAt, reviewDays)),
      ...(isDecided ? { decided_at: decidedAt, decided_by: adminId, reason: sample.reason ?? null } : {}),
      ...(isCertified
        ? { number: `FPB ${1_204 + index}`, valid_from: johannesburgDay(decidedAt), valid_until: validUntil }
        : {}),
      ...(sample.exemption ? { x18_proposed_by: moderatorId, x18_proposed_at: decidedAt } : {}),
      ...(isHeld ? { x18_exemption: true, x18_confirmed_by: adminId, x18_confirmed_at: decidedAt } : {}),
    });
    const entry = (action: string, by: RegistrationEntry['by'], reason: string, hours = 0) =>
      entries.push({
        ...{ targetType: 'fpb_registration' as const, targetId: id, action: `fpb_registration.${action}` },
        ...{ by, reason, accountId: owner.accountId },
        at: new Date(decidedAt.getTime() + hours * 3_600_000),
      });
    if (sample.state === 'refused') entry('refused', 'admin', sample.reason ?? '');
    else if (isDecided) entry('approved', 'admin', 'Number and address as in the register of companies');
    if (sample.exemption) entry('exemption_proposed', 'moderator', 'Letter of the Board, section 24(3)', 2);
    if (isHeld) entry('exemption_confirmed', 'admin', 'Letter compared with the original', 26);
    if (!isOfWaiting) continue;
    const at = new Date(now.getTime() - 3_600_000);
    if (waiting.media_id) await giveOwnDrawing(db, random, waiting.media_id);
    await db.updateTable('content_items').set({ classification: 'X18' }).where('id', '=', waiting.id).execute();
    await db
      .insertInto('content_approvals')
      .values({ content_id: waiting.id, account_id: moderatorId, approved_at: at })
      .execute();
    entries.push({
      ...{ targetType: 'content', targetId: waiting.id, action: 'content.approved_first', by: 'moderator', at },
      ...{ reason: 'Rated rightly, and the creator is alone in it', accountId: owner.accountId },
    });
  }
  return entries;
}
