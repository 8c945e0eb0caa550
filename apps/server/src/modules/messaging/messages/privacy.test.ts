import { describe, expect, it } from 'vitest';
import { viewerOf } from '../../../../test/callers.ts';
import { chatsOf, code, contentsOf } from '../../../../test/chats.ts';
import { aBlock, aProfile, aSubscription, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ at: new Date('2026-11-18T17:00:00Z') });

const { write, read, threads, head, aPair } = chatsOf(() => t);

describe('members who cannot see each other', () => {
  it('T66: a block is the same 404 in both directions for every call', async () => {
    const { creator, fan } = await aPair();
    const { body } = await write(fan, creator, 'Before');
    await aBlock(t, { blocker: creator, blocked: fan });
    for (const [one, other] of [
      [fan, creator],
      [creator, fan],
    ] as const) {
      const params = { profileId: other.profileId };
      const as = t.client(one);
      const answers = await Promise.all([
        write(one, other, 'After'),
        read(one, other),
        head(one, other),
        as.call('searchMessages', { params, query: { q: 'Before' } }),
        as.call('markRead', { params, body: { messageId: body.id } }),
        as.call('markDelivered', { params, body: { messageId: body.id } }),
        as.call('setConversation', { params, body: { muted: true } }),
        as.call('acceptConversation', { params }),
        as.call('declineConversation', { params }),
        as.call('deleteConversation', { params }),
        as.call('reactToMessage', { params: { id: body.id }, body: { emoji: '🔥' } }),
        as.call('removeReaction', { params: { id: body.id } }),
      ]);
      expect(answers.map(code)).toEqual(answers.map(() => 'NOT_FOUND'));
      expect((await threads(one)).body).toMatchObject({ items: [], unread: 0 });
    }
    const unknown = { ...fan, profileId: newId() };
    expect((await write(fan, unknown, 'Hello')).error?.message).toBe(
      (await write(fan, creator, 'Hello')).error?.message,
    );
  });

  it('T66: refuses messages to oneself, and calls about a thread of others', async () => {
    const { creator, fan } = await aPair();
    const third = await aProfile(t);
    const { body } = await write(fan, creator, 'Ours');
    expect(code(await write(fan, fan, 'Me'))).toBe('NOT_FOUND');
    const params = { params: { id: body.id } };
    expect(code(await t.client(third).call('unsendMessage', params))).toBe('NOT_FOUND');
    expect(code(await t.client(third).call('reactToMessage', { ...params, body: { emoji: '🔥' } }))).toBe('NOT_FOUND');
    expect(code(await write(third, creator, 'About it', { replyToId: body.id }))).toBe('NOT_FOUND');
  });

  it('an incognito member is visible to receivers of their messages; a hidden one cannot write', async () => {
    const [shy, member] = await Promise.all([aProfile(t), aProfile(t)]);
    await t.client(shy).call('setPrivacySettings', { body: { incognito: true } });
    expect(code(await write(member, shy, 'Hello'))).toBe('NOT_FOUND');
    expect((await write(shy, member, 'It is me')).status).toBe(201);
    expect((await write(member, shy, 'Hello')).status).toBe(201);
    expect((await head(member, shy)).body.profile.isOnline).toBe(false);
    await t.client(shy).call('setPrivacySettings', { body: { locationPrivacy: { hidden: true } } });
    const hidden = await write(shy, member, 'And again');
    expect(code(hidden)).toBe('CONFLICT');
    expect((await head(shy, member)).body).toMatchObject({ canWrite: false, cannotWrite: 'hidden' });
  });
});

describe('notices', () => {
  it('are sent for unread inbox messages, not for read, muted or requested ones', async () => {
    const { creator, fan } = await aPair();
    const stranger = await aProfile(t);
    const listOf = async () => (await t.client(creator).call('listNotifications', { query: {} })).body.items;
    const settle = async () => {
      t.clock.advance(6_000);
      await t.drain();
    };
    await write(stranger, creator, 'You do not know me');
    const { body } = await write(fan, creator, 'Read at once');
    await t.client(creator).call('markRead', { params: { profileId: fan.profileId }, body: { messageId: body.id } });
    await settle();
    expect(await listOf()).toEqual([]);
    await write(fan, creator, 'Not read');
    await settle();
    expect(await listOf()).toMatchObject([{ kind: 'message', count: 1, actor: { id: fan.profileId } }]);
    const other = await aProfile(t);
    await aSubscription(t, { subscriber: other, creator });
    await t.client(creator).call('setConversation', { params: { profileId: other.profileId }, body: { muted: true } });
    await write(other, creator, 'In silence');
    await settle();
    expect(await listOf()).toHaveLength(1);
  });
});

describe('a report', () => {
  it('stores chosen messages of the thread sealed, as they were', async () => {
    const { creator, fan } = await aPair();
    const third = await aProfile(t);
    const secret = `Send the deposit ${newId()}`;
    const first = await write(creator, fan, secret);
    const second = await write(fan, creator, 'No');
    const elsewhere = await write(third, fan, 'Elsewhere');
    const report = (body: Record<string, unknown>, as = fan) =>
      t
        .client(as)
        .call('report', { body: { targetType: 'message', targetId: first.body.id, reason: 'scam', ...body } });
    expect(code(await report({}, third))).toBe('NOT_FOUND');
    expect(code(await report({ messageIds: [elsewhere.body.id] }))).toBe('VALIDATION_FAILED');
    expect(code(await report({ targetId: second.body.id }))).toBe('VALIDATION_FAILED');
    const made = await report({ messageIds: [second.body.id] });
    expect(made.status).toBe(201);
    await t.client(creator).call('unsendMessage', { params: { id: first.body.id } });
    const evidence = await t.context.moderation.readEvidence(t.db, made.body.id);
    expect(evidence.map(({ content }) => content)).toEqual([secret, 'No']);
    const { rows } = await t.database.pool.query<{ sealed: Buffer }>('select sealed from report_messages');
    expect(rows.some(({ sealed }) => sealed.includes(secret))).toBe(false);
  });
});

describe('a report of a person', () => {
  const report = (as: TestProfile, about: TestProfile, messageIds: string[] = []) =>
    t.client(as).call('report', {
      body: { targetType: 'profile', targetId: about.profileId, reason: 'harassment', messageIds },
    });

  it.each<[string, (me: TestProfile, other: TestProfile) => Promise<unknown>]>([
    ['has blocked the reporter', (me, other) => aBlock(t, { blocker: other, blocked: me })],
    ['was blocked by the reporter', (me, other) => aBlock(t, { blocker: me, blocked: other })],
    ['is incognito', (_me, other) => t.client(other).call('setPrivacySettings', { body: { incognito: true } })],
    [
      'is suspended',
      (_me, other) => t.db.transaction().execute((tx) => t.context.profiles.setHidden(tx, other.accountId, true)),
    ],
  ])('stores messages of the thread, also when that person %s', async (_name, goAway) => {
    const { creator: other, fan: me } = await aPair();
    const { body } = await write(other, me, 'Send the deposit');
    await goAway(me, other);
    const made = await report(me, other, [body.id]);
    expect(made.status).toBe(201);
    const evidence = await t.context.moderation.readEvidence(t.db, made.body.id);
    expect(evidence.map(({ content }) => content)).toEqual(['Send the deposit']);
  });

  it('stores the latest messages of that person when the thread is hidden, and of no other', async () => {
    const { creator: other, fan: me } = await aPair();
    const third = await aProfile(t);
    for (const contentsOf of ['One', 'Two', 'Three']) await write(other, me, contentsOf);
    const unsent = await write(other, me, 'Taken back');
    await t.client(other).call('unsendMessage', { params: { id: unsent.body.id } });
    await write(me, other, 'Leave me alone');
    await write(third, me, 'Hello');
    await aBlock(t, { blocker: other, blocked: me });
    const made = await t.client(me).call('report', {
      body: { targetType: 'profile', targetId: other.profileId, reason: 'harassment', latestMessages: true },
    });
    expect(made.status).toBe(201);
    const evidence = await t.context.moderation.readEvidence(t.db, made.body.id);
    expect(evidence.map(({ content }) => content)).toEqual(['One', 'Two', 'Three']);
    const few = await t.context.messaging.latestMessages(t.db, viewerOf(me), other.profileId, 2);
    expect(few.map(({ content }) => content)).toEqual(['Two', 'Three']);
  });

  it('T66: of an invisible member without common messages is always the same 404', async () => {
    const [me, blocks, hides] = await Promise.all([aProfile(t), aProfile(t), aProfile(t)]);
    const { creator: third, fan } = await aPair();
    const { body } = await write(third, fan, 'Of two others');
    // An opened thread without messages.
    for (const one of [blocks, hides])
      await t.client(one).call('setConversation', { params: { profileId: me.profileId }, body: { muted: true } });
    await aBlock(t, { blocker: blocks, blocked: me });
    await t.client(hides).call('setPrivacySettings', { body: { incognito: true } });
    const answers = await Promise.all(
      [blocks, hides, { ...me, profileId: newId() }].flatMap((one) => [report(me, one), report(me, one, [body.id])]),
    );
    expect(answers.map(code)).toEqual(answers.map(() => 'NOT_FOUND'));
    expect(new Set(answers.map(({ error }) => error?.message)).size).toBe(1);
    // Whose words were thrown away cannot be reported by them any more.
    const { body: unsent } = await write(me, third, 'Hello');
    await t.client(me).call('deleteConversation', { params: { profileId: third.profileId } });
    await aBlock(t, { blocker: third, blocked: me });
    expect(code(await report(me, third, [unsent.id]))).toBe('NOT_FOUND');
  });
});

describe('auto-delete', () => {
  it('of the privacy page applies to every thread, future ones included', async () => {
    const { creator, fan } = await aPair();
    await write(fan, creator, 'Before');
    const set = await t.client(fan).call('setPrivacySettings', { body: { autoDelete: 60 } });
    expect(set.body.autoDelete).toBe(60);
    expect((await head(creator, fan)).body).toMatchObject({ autoDelete: null, expiresAfter: 60 });
    const other = await aProfile(t);
    expect((await head(fan, other)).body.autoDelete).toBe(60);
    const sent = await write(fan, other, 'To somebody new');
    expect(sent.body.expiresAt).not.toBe(null);
  });

  it('accepts one minute to one day, in both settings and in the tables', async () => {
    const { creator, fan } = await aPair();
    await write(fan, creator, 'Before');
    const choose = async (autoDelete: number) => [
      (await t.client(fan).call('setPrivacySettings', { body: { autoDelete } })).status,
      (await t.client(fan).call('setConversation', { params: { profileId: creator.profileId }, body: { autoDelete } }))
        .status,
    ];
    for (const minutes of [1, 1_440]) expect(await choose(minutes)).toEqual([200, 200]);
    for (const minutes of [0, 1_441, 1.5]) expect(await choose(minutes)).toEqual([400, 400]);
    for (const table of ['conversation_members', 'message_preferences'] as const)
      await expect(
        t.db.updateTable(table).set({ auto_delete_minutes: 1_441 }).where('profile_id', '=', fan.profileId).execute(),
      ).rejects.toThrow(/auto_delete_minutes_check/);
  });

  it('an export has what the member can see; erasing a member deletes threads for both', async () => {
    const { creator, fan } = await aPair();
    await write(fan, creator, 'Mine');
    await write(creator, fan, 'Yours');
    const kept: { content: string; sentByMe: boolean }[] = [];
    for await (const one of t.context.messaging.exportMessages(fan.profileId)) kept.push(one);
    expect(kept.map(({ content, sentByMe }) => [content, sentByMe])).toEqual([
      ['Mine', true],
      ['Yours', false],
    ]);
    const another = await aProfile(t);
    await write(fan, another, 'Yours too');
    // A thread at a time: a member with many must not hold one transaction for all of them.
    const erase = () => t.db.transaction().execute((tx) => t.context.messaging.eraseMessages(tx, fan.profileId, 1));
    expect([await erase(), await erase(), await erase()]).toEqual([1, 1, 0]);
    expect((await threads(another, 'requests')).body.items).toEqual([]);
    expect((await threads(creator)).body.items).toEqual([]);
    expect(contentsOf(await read(creator, fan))).toEqual([]);
  });

  it('T69: deletes expired messages from the database, whichever member set the time', async () => {
    const { creator, fan } = await aPair();
    const canary = `canary-${newId()}`;
    await write(fan, creator, 'This one stays');
    const set = await t
      .client(creator)
      .call('setConversation', { params: { profileId: fan.profileId }, body: { autoDelete: 30 } });
    expect(set.body).toMatchObject({ autoDelete: 30, expiresAfter: 30 });
    expect((await head(fan, creator)).body).toMatchObject({ autoDelete: null, expiresAfter: 30 });
    const sent = await write(fan, creator, canary);
    // Whatever makes something of a message has its chance: an answer that quotes it, a sign, the bell, a draft of mail.
    await write(creator, fan, 'Really?', { replyToId: sent.body.id });
    await t.client(creator).call('reactToMessage', { params: { id: sent.body.id }, body: { emoji: '🔥' } });
    await t.drain();
    expect(sent.body.expiresAt).toBe(new Date(t.clock.now().getTime() + 30 * 60_000).toISOString());
    t.clock.advance(31 * 60_000);
    expect(contentsOf(await read(fan, creator))).toEqual(['This one stays']);
    expect(await t.context.messaging.deleteExpired()).toBe(2);
    await t.drain();
    const { rows } = await t.database.pool.query<{ table: string }>(
      `select table_schema || '.' || table_name as table from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    );
    for (const { table } of rows) {
      // Bytes are shown as hexadecimal digits.
      const found = await t.database.pool.query(`select 1 from ${table} as row where row::text like any ($1) limit 1`, [
        [canary, Buffer.from(canary).toString('hex')].map((text) => `%${text}%`),
      ]);
      expect([table, found.rowCount]).toEqual([table, 0]);
    }
  });
});
