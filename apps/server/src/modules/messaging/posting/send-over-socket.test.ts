import { fromBriefMessage, type MessageView } from '@vlam/contract/messaging';
import { type ClientAnswer, clientAnswer, realtimeLimits } from '@vlam/contract/realtime';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatsOf, contentsOf } from '../../../../test/chats.ts';
import { aBlock, anAccount, aProfile, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import { startSecondServer } from '../../../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import {
  closeSockets,
  connectionLost,
  flushSocket,
  type Listener,
  openListener,
  tryUpgrade,
} from '../../../../test/sockets.ts';
import { newId } from '../../../platform/ids.ts';

let t: TestServer;
const { write, read, aPair } = chatsOf(() => t);
beforeAll(async () => {
  t = await startTestServer();
});
afterEach(closeSockets);
afterAll(() => t.close());

/** The server's response to `message.send`, parsed by the contract. */
async function callSocket({ socket }: Listener, payload: unknown): Promise<ClientAnswer> {
  return clientAnswer.parse(await socket.call('message.send', payload, 5_000));
}
const sendOver = (listener: Listener, to: TestProfile | string, message: Record<string, unknown>) =>
  callSocket(listener, { to: typeof to === 'string' ? to : to.profileId, message: { clientId: newId(), ...message } });
const sentIn = (answer: ClientAnswer): MessageView => {
  if (!answer.ok || !answer.sent) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return fromBriefMessage(answer.sent);
};

describe('a message over the socket', () => {
  it('returns what the HTTP call returns, and publishes to the receiver and the sender’s other tabs', async () => {
    const { fan, creator } = await aPair();
    const [page, other, theirs] = [
      await openListener(t, fan),
      await openListener(t, fan),
      await openListener(t, creator),
    ];
    const sent = sentIn(await sendOver(page, creator, { content: 'Good evening' }));
    const overHttp = await write(fan, creator, 'Good night');
    expect({ ...overHttp.body, ...{ id: '', seq: 0, revision: 0, clientId: '', content: '', timestamp: '' } }).toEqual({
      ...sent,
      ...{ id: '', seq: 0, revision: 0, clientId: '', content: '', timestamp: '' },
    });
    await Promise.all([page, other, theirs].map(flushSocket));
    const idsOf = (listener: Listener) => (listener.of('message.created') as { id: string }[]).map(({ id }) => id);
    // The sending tab has the response instead.
    expect(idsOf(page)).toEqual([overHttp.body.id]);
    for (const listener of [other, theirs]) expect(idsOf(listener)).toEqual([sent.id, overHttp.body.id]);
    expect(contentsOf(await read(creator, fan))).toEqual(['Good evening', 'Good night']);
  });

  it('T68: sent by socket and HTTP at once, and retried, is one message', async () => {
    const { fan, creator } = await aPair();
    const page = await openListener(t, fan);
    await sendOver(page, creator, { content: 'First' });
    const clientId = newId();
    const [one, two, three] = await Promise.all([
      sendOver(page, creator, { content: 'Once', clientId }),
      write(fan, creator, 'Once', { clientId }),
      sendOver(page, creator, { content: 'Once', clientId }),
    ]);
    const again = await sendOver(page, creator, { content: 'Once', clientId });
    expect(new Set([sentIn(one).id, two.body.id, sentIn(three).id, sentIn(again).id]).size).toBe(1);
    expect(contentsOf(await read(creator, fan))).toEqual(['First', 'Once']);
  });

  it('T68: a retry after a block returns the first result', async () => {
    for (const blocker of ['fan', 'creator'] as const) {
      const pair = await aPair();
      const page = await openListener(t, pair.fan);
      const message = { content: 'Delivered', clientId: newId() };
      sentIn(await sendOver(page, pair.creator, { content: 'First' }));
      const { id } = sentIn(await sendOver(page, pair.creator, message));
      await aBlock(t, { blocker: pair[blocker], blocked: blocker === 'fan' ? pair.creator : pair.fan });
      expect(sentIn(await sendOver(page, pair.creator, message)).id).toBe(id);
      expect((await write(pair.fan, pair.creator, '', message)).body.id).toBe(id);
      expect(await sendOver(page, pair.creator, { content: 'Another' })).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('T64: ignores unknown fields of a later version, a claimed sender among them', async () => {
    const { fan, creator } = await aPair();
    const message = { clientId: newId(), content: 'From a newer tab', mood: 'happy' };
    const claimed = { ...message, senderId: creator.profileId };
    const sent = sentIn(
      await callSocket(await openListener(t, fan), { to: creator.profileId, message: claimed, more: 1 }),
    );
    expect(sent).toMatchObject({ senderId: fan.profileId, receiverId: creator.profileId });
    expect(sent).not.toHaveProperty('mood');
    expect(contentsOf(await read(creator, fan))).toEqual(['From a newer tab']);
  });

  it('keeps the order in which messages were sent', async () => {
    const { fan, creator } = await aPair();
    await sql`insert into vip_memberships (account_id, tier, started_at, paid_until)
      values (${fan.accountId}, 'diamond', now(), now() + interval '1 day')`.execute(t.db);
    const page = await openListener(t, fan);
    const texts = Array.from({ length: 12 }, (_, index) => `Message ${index}`);
    await sendOver(page, creator, { content: 'Hello' });
    const answers = await Promise.all(texts.map((content) => sendOver(page, creator, { content })));
    const seqs = answers.map((answer) => sentIn(answer).seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(contentsOf(await read(creator, fan))).toEqual(['Hello', ...texts]);
  });
});

describe('the socket refuses what the HTTP call refuses', () => {
  /** Responses to one message over HTTP and over the socket. */
  async function sendBothWays(who: { cookie: string }, to: string, message: Record<string, unknown>) {
    const overHttp = await t.client(who).call('sendMessage', { params: { profileId: to }, body: message });
    const overSocket = await callSocket(await openListener(t, who), { to, message });
    const { code, message: sentence, details } = overHttp.error ?? {};
    return { overHttp: { ok: false, code, message: sentence, ...(details ? { details } : {}) }, overSocket };
  }
  const stored = async () => (await t.db.selectFrom('messages').select('id').execute()).length;

  it('T66: an invisible receiver: unknown, blocked either way, suspended, incognito, oneself', async () => {
    const who = await aProfile(t);
    const [blocked, blocks, gone, incognito] = await Promise.all([0, 1, 2, 3].map(() => aProfile(t)));
    if (!blocked || !blocks || !gone || !incognito) throw new Error('nobody');
    await aBlock(t, { blocker: who, blocked });
    await aBlock(t, { blocker: blocks, blocked: who });
    await t.context.identity.suspend(t.db, gone.accountId, 'Test');
    await t.db.updateTable('profiles').set({ incognito: true }).where('id', '=', incognito.profileId).execute();
    const before = await stored();
    for (const to of [newId(), 'nobody', who, blocked, blocks, gone, incognito]) {
      const id = typeof to === 'string' ? to : to.profileId;
      const { overHttp, overSocket } = await sendBothWays(who, id, { clientId: newId(), content: 'Hello' });
      expect(overSocket).toEqual(overHttp);
      expect(overSocket).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    }
    expect(await stored()).toBe(before);
  });

  it('T64: a wrong shape, field by field', async () => {
    const [who, to] = [await aProfile(t), await aProfile(t)];
    const clientId = newId();
    const elsewhere = await write(who, await aProfile(t), 'Hello');
    const before = await stored();
    for (const message of [
      {},
      { clientId },
      { clientId, content: '' },
      { clientId, content: ' '.repeat(9) },
      { clientId, content: 1 },
      { clientId, content: 'x'.repeat(2_001) },
      { clientId: 'short', content: 'Hello' },
      { content: 'Hello' },
      { clientId, content: 'Hello', price: 5 },
      { clientId, content: 'Hello', mediaId: newId(), price: 1.5 },
      { clientId, content: 'Hello', mediaId: newId(), price: 5 },
      { clientId, content: 'Hello', mediaId: newId() },
      { clientId, content: 'Hello', payCredits: 0 },
      { clientId, content: 'Hello', replyToId: elsewhere.body.id },
    ]) {
      const { overHttp, overSocket } = await sendBothWays(who, to.profileId, message);
      expect([message, overSocket]).toEqual([message, overHttp]);
      closeSockets();
    }
    const page = await openListener(t, who);
    for (const payload of [
      undefined,
      null,
      'Hello',
      [],
      { to: to.profileId },
      { message: { clientId, content: 'Hello' } },
    ])
      expect(await callSocket(page, payload)).toMatchObject({ ok: false });
    expect(await stored()).toBe(before);
    // What a later version may add changes nothing.
    const more = { to: to.profileId, message: { clientId, content: 'Hello' }, senderId: to.profileId };
    expect(await callSocket(page, more)).toMatchObject({ ok: true, sent: { senderId: who.profileId } });
  });

  it('T65: past the quota, with its price, without credits, and paid for once', async () => {
    const { fan, creator } = await aPair();
    const page = await openListener(t, fan);
    for (let n = 0; n < 5; n += 1) sentIn(await sendOver(page, creator, { content: `Message ${n}` }));
    const free = await sendBothWays(fan, creator.profileId, { clientId: newId(), content: 'One more' });
    expect(free.overSocket).toEqual(free.overHttp);
    expect(free.overSocket).toMatchObject({ code: 'MESSAGE_QUOTA_USED', details: { cost: 2, perDay: 5 } });
    const agreed = { clientId: newId(), content: 'One more', payCredits: 2 };
    const poor = await sendBothWays(fan, creator.profileId, agreed);
    expect(poor.overSocket).toEqual(poor.overHttp);
    expect(poor.overSocket).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    await giveCredits(t, fan.accountId, 5);
    const [one, other] = await Promise.all([sendOver(page, creator, agreed), write(fan, creator, '', agreed)]);
    expect(sentIn(one).id).toBe(other.body.id);
    expect((await t.context.credits.balance(fan.accountId)).balance).toBe(3);
  });

  it('T65: 100 at once over three sockets and by calls, through two servers, store exactly five', async () => {
    const second = await startSecondServer(t);
    try {
      const { fan, creator } = await aPair();
      const pages = [await openListener(t, fan), await openListener(second, fan), await openListener(second, fan)];
      const bySocket = pages.flatMap((page) =>
        // The most a connection may send.
        Array.from({ length: realtimeLimits.messages - 1 }, (_, n) =>
          sendOver(page, creator, { content: `Word ${n}` }),
        ),
      );
      const byCall = Array.from({ length: 100 - bySocket.length }, (_, n) => write(fan, creator, `Call ${n}`));
      const [overSocket, overHttp] = [await Promise.all(bySocket), await Promise.all(byCall)];
      const taken = overSocket.filter(({ ok }) => ok).length + overHttp.filter(({ status }) => status === 201).length;
      expect(taken).toBe(5);
      const codes = [
        ...overSocket.map((each) => !each.ok && each.code),
        ...overHttp.map(({ error }) => error?.code ?? false),
      ];
      expect(new Set(codes.filter(Boolean))).toEqual(new Set(['MESSAGE_QUOTA_USED']));
      expect((await read(creator, fan)).body.items).toHaveLength(5);
    } finally {
      closeSockets();
      await second.close();
    }
  });

  it('T12 T16: a member without a session or age proof, from the next message on', async () => {
    const to = await aProfile(t);
    const message = { clientId: newId(), content: 'Hello' };
    const child = await anAccount(t, { verified: false });
    expect((await tryUpgrade(t, { origin: t.url })).status).toBe(401);
    expect((await tryUpgrade(t, { origin: t.url, cookie: child.cookie })).code).toBe('AGE_VERIFICATION_REQUIRED');
    const before = await stored();
    const [left, doubted] = [await aProfile(t), await aProfile(t)];
    const [one, other] = [await openListener(t, left), await openListener(t, doubted)];
    await t.client(left).call('logout');
    await sql`update accounts set age_verified_at = null where id = ${doubted.accountId}`.execute(t.db);
    for (const { socket } of [one, other]) {
      const answer = await socket
        .call('message.send', { to: to.profileId, message }, 1_000)
        .catch(() => 'the line is down');
      if (answer !== 'the line is down') expect(answer).toMatchObject({ ok: false, code: 'UNAUTHORIZED' });
    }
    expect(await stored()).toBe(before);
  });

  it('T82: a message queued by another account, which its sender can still send', async () => {
    const { fan, creator } = await aPair();
    const later = await aProfile(t);
    const contentsOf = { clientId: newId(), content: 'Written before', accountId: fan.accountId };
    const before = await stored();
    const { overHttp, overSocket } = await sendBothWays(later, creator.profileId, contentsOf);
    expect(overSocket).toEqual(overHttp);
    expect(overSocket).toMatchObject({ ok: false, code: 'UNAUTHORIZED' });
    expect((await t.client(later).call('currentUser')).status).toBe(200);
    expect(await stored()).toBe(before);
    expect((await write(fan, creator, '', contentsOf)).body).toMatchObject({ content: 'Written before' });
    expect(sentIn(await sendOver(await openListener(t, fan), creator, contentsOf)).content).toBe('Written before');
    expect(await stored()).toBe(before + 1);
  });

  it('without a profile', async () => {
    const [who, to] = [await anAccount(t), await aProfile(t)];
    const { overHttp, overSocket } = await sendBothWays(who, to.profileId, { clientId: newId(), content: 'Hello' });
    expect(overSocket).toEqual(overHttp);
    expect(overSocket).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('T67: too many messages', () => {
  it('over socket and HTTP share one budget', async () => {
    // Ten messages at once, and one more every two seconds: slow enough for a busy machine.
    const strict = await startTestServer({ rateLimitScale: 0.05 });
    try {
      const [who, to] = [await aProfile(strict), await aProfile(strict)];
      const page = await openListener(strict, who);
      const call = { params: { profileId: to.profileId }, body: {} };
      const send = () => strict.client(who).call('sendMessage', call);
      await Promise.all(Array.from({ length: 12 }, send));
      const overSocket = await Promise.all(
        Array.from({ length: 10 }, () => callSocket(page, { to: to.profileId, message: {} })),
      );
      const refused = overSocket.filter((answer) => !answer.ok && answer.code === 'TOO_MANY_REQUESTS');
      expect(refused.length).toBeGreaterThan(5);
      const wait = (refused[0] as { details?: { retryAfterSeconds?: number } }).details?.retryAfterSeconds;
      expect([1, 2]).toContain(wait);
      const overHttp = await Promise.all(Array.from({ length: 5 }, send));
      expect(overHttp.map(({ status }) => status)).toContain(429);
    } finally {
      closeSockets();
      await strict.close();
    }
  });

  it('within ten seconds close the connection, as other events do', async () => {
    const { fan, creator } = await aPair();
    const { socket, ended } = await openListener(t, fan);
    for (let n = 0; n <= realtimeLimits.messages; n += 1)
      socket.send('message.send', { to: creator.profileId, message: { clientId: newId(), content: `${n}` } });
    expect(await ended).toBe(connectionLost);
  });
});
