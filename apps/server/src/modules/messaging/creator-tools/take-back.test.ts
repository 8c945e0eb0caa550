import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aCreator, aProfile, aSubscription, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { aPicture, sendFile } from '../../../../test/pictures.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ at: new Date('2026-11-18T08:00:00Z'), poolSize: 12 });
useReconciledBooks(t);

const price = 25;
const fanCount = 5;

/** What each fan does, and when the creator takes the message back, in milliseconds from the start. */
const schedule = fc.record({
  fans: fc.array(fc.record({ does: fc.constantFrom('reads', 'buys', 'both', 'reacts'), atMs: fc.nat({ max: 30 }) }), {
    minLength: fanCount,
    maxLength: fanCount,
  }),
  takesBackAtMs: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 3 }),
  unsendsOneAtMs: fc.option(fc.nat({ max: 30 })),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

let seed = 7_300;
async function aSentBroadcast(): Promise<{ creator: TestProfile; fans: TestProfile[]; id: string }> {
  const creator = await aCreator(t);
  const fans: TestProfile[] = [];
  for (let n = 0; n < fanCount; n += 1) {
    const fan = await aProfile(t);
    await aSubscription(t, { subscriber: fan, creator });
    await giveCredits(t, fan.accountId, 100);
    fans.push(fan);
  }
  seed += 1;
  const file = await sendFile(t, creator, await aPicture({ width: 120, height: 150, seed }));
  await t.drain();
  const { body } = await t.client(creator).call('sendBroadcast', {
    body: { clientId: newId(), mediaId: file.id, price, audience: { kind: 'subscribers' } },
  });
  await t.context.chat.work(body.id);
  return { creator, fans, id: body.id };
}

async function run({ fans: doings, takesBackAtMs, unsendsOneAtMs }: Schedule) {
  const { creator, fans, id } = await aSentBroadcast();
  const messageOf = async (fan: TestProfile) => {
    const params = { profileId: creator.profileId };
    return (await t.client(fan).call('listMessages', { params })).body.items[0]?.id ?? '';
  };
  const sent = await Promise.all(fans.map(messageOf));
  const bought = new Set<string>();
  const readBefore = new Set<string>();
  let isTakingBack = false;
  const fanWorks = fans.map(async (fan, index) => {
    const doing = doings[index];
    const messageId = sent[index] ?? '';
    if (!doing) return;
    await sleep(doing.atMs);
    const client = t.client(fan);
    if (doing.does !== 'buys') {
      const body = doing.does === 'reacts' ? { emoji: '🔥' as const } : { messageId };
      if (doing.does === 'reacts')
        await client.call('reactToMessage', { params: { id: messageId }, body: body as { emoji: '🔥' } });
      const { status } = await client.call('markRead', {
        params: { profileId: creator.profileId },
        body: { messageId },
      });
      if (status < 300 && !isTakingBack) readBefore.add(fan.profileId);
    }
    if (doing.does === 'buys' || doing.does === 'both') {
      const { status } = await client.call('unlockMessage', { params: { id: messageId }, body: { price } });
      if (status < 300) bought.add(fan.profileId);
    }
  });
  const creatorWorks = takesBackAtMs.map(async (ms) => {
    await sleep(ms);
    isTakingBack = true;
    await t.client(creator).call('takeBackBroadcast', { params: { id } });
    await t.context.chat.takeBack(id);
  });
  const single = unsendsOneAtMs;
  if (single !== null) {
    await sleep(single);
    await t.client(creator).call('unsendMessage', { params: { id: sent[0] ?? '' } });
  }
  await Promise.all([...fanWorks, ...creatorWorks]);
  const rows = await t.db
    .selectFrom('message_broadcast_recipients as one')
    .innerJoin('messages as message', 'message.broadcast_id', 'one.broadcast_id')
    .innerJoin('conversation_members as side', (join) =>
      join
        .onRef('side.conversation_id', '=', 'message.conversation_id')
        .onRef('side.profile_id', '=', 'one.profile_id'),
    )
    .select([
      'one.profile_id',
      'one.taken_back',
      'message.deleted_at',
      'message.unlocked_at',
      'message.revision',
      'message.seq',
    ])
    .where('one.broadcast_id', '=', id)
    .execute();
  const wrong: string[] = [];
  const claim = (holds: boolean, what: string) => void (holds || wrong.push(what));
  claim(rows.length === fanCount, `${rows.length} messages`);
  for (const row of rows) {
    const who = fans.findIndex((fan) => fan.profileId === row.profile_id);
    const isSingle = single !== null && who === 0;
    claim(row.taken_back !== null, `${who} was not tried`);
    claim(isSingle || row.taken_back === (row.deleted_at !== null), `${who} is noted wrongly`);
    claim(!(row.unlocked_at && row.deleted_at), `${who} paid for a deleted message`);
    claim(bought.has(row.profile_id) === (row.unlocked_at !== null), `${who} was answered wrongly`);
    claim(isSingle || !readBefore.has(row.profile_id) || row.deleted_at === null, `${who} had read it before`);
    claim(row.deleted_at === null || row.revision > row.seq, `${who} would not learn of it`);
    const fan = fans[who];
    const { balance } = fan ? await t.context.credits.balance(fan.accountId) : { balance: -1 };
    claim(balance === 100 - (bought.has(row.profile_id) ? price : 0), `${who} has ${balance}`);
  }
  const { items } = (await t.client(creator).call('listBroadcasts')).body;
  claim(items[0]?.takenBack === rows.filter((row) => row.taken_back).length, 'the result is wrong');
  claim(items[0]?.unlocked === bought.size, 'the sales are wrong');
  return wrong;
}

async function runAll(count: number, from: number): Promise<void> {
  for (const [index, each] of fc.sample(schedule, { numRuns: count, seed: from }).entries()) {
    const wrong = await run(each);
    expect({ seed: from, index, each, wrong }).toMatchObject({ wrong: [] });
  }
}

it('T31: either takes a message back or lets it be opened, in 6 schedules', { timeout: 120_000 }, () => runAll(6, 41));

it(
  'T31: either takes a message back or lets it be opened, in random schedules',
  {
    tags: ['long'],
    timeout: 240_000,
  },
  () => runAll(60, Number(process.env.SEED ?? Date.now() % 1_000_000)),
);
