import { maxChangedMessages, maxKeptThreads } from '@vlam/contract/rules/messaging';
import { describe, expect, it } from 'vitest';
import { chatsOf, code } from '../../../../test/chats.ts';
import { aBlock, aProfile, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ at: new Date('2026-11-18T17:00:00Z') });

const { write, head, aPair } = chatsOf(() => t);
const ask = (who: TestProfile, threads: readonly (readonly [TestProfile | string, number])[]) =>
  t.client(who).call('conversationChanges', {
    query: {
      threads: threads.map(([of, since]) => `${typeof of === 'string' ? of : of.profileId}:${since}`).join(','),
    },
  });
const unsend = (who: TestProfile, id: string) => t.client(who).call('unsendMessage', { params: { id } });
const revisionOf = async (who: TestProfile, other: TestProfile) => (await head(who, other)).body.revision;

describe('changes of threads that a device stores', () => {
  it('lists stored messages that were deleted or changed, and no new ones', async () => {
    const { creator, fan } = await aPair();
    const first = (await write(creator, fan, 'Taken back')).body;
    const second = (await write(creator, fan, 'Answered')).body;
    await write(creator, fan, 'Stays');
    const since = await revisionOf(fan, creator);
    expect((await ask(fan, [[creator, since]])).body.items).toEqual([{ profileId: creator.profileId, changed: [] }]);
    const later = (await write(creator, fan, 'Later')).body;
    await unsend(creator, first.id);
    await t.client(fan).call('reactToMessage', { params: { id: second.id }, body: { emoji: '🔥' } });
    await unsend(creator, later.id);
    const { items } = (await ask(fan, [[creator, since]])).body;
    expect(items).toEqual([{ profileId: creator.profileId, changed: expect.any(Array) }]);
    expect(items[0]?.changed.toSorted()).toEqual([first.id, second.id].toSorted());
    expect((await ask(fan, [[creator, await revisionOf(fan, creator)]])).body.items[0]?.changed).toEqual([]);
  });

  it('T66: leaves out invisible members and cleared messages', async () => {
    const { creator, fan } = await aPair();
    const [cleared, never, blocked, third] = await Promise.all([aProfile(t), aProfile(t), aProfile(t), aProfile(t)]);
    for (const one of [cleared, blocked, third]) await write(one, fan, 'Hello');
    for (const one of [creator, cleared, blocked, third]) await write(fan, one, 'Hello to you');
    const since = await Promise.all([creator, cleared, blocked].map((one) => revisionOf(fan, one)));
    await aBlock(t, { blocker: blocked, blocked: fan });
    await t.client(fan).call('deleteConversation', { params: { profileId: cleared.profileId } });
    const asked = [creator, cleared, blocked].map((one, index) => [one, since[index] ?? 0] as const);
    const { items } = (await ask(fan, [...asked, [never, 0], [newId(), 0], [fan, 0]])).body;
    expect(items).toEqual([{ profileId: creator.profileId, changed: [] }]);
    // A thread of two others is not to be had by naming one of them.
    expect((await ask(creator, [[third, 0]])).body.items).toEqual([]);
    // Cleared before it was kept is no reason to throw it away.
    await write(cleared, fan, 'Hello again');
    const again = (await ask(fan, [[cleared, await revisionOf(fan, cleared)]])).body.items;
    expect(again).toEqual([{ profileId: cleared.profileId, changed: [] }]);
  });

  it('leaves out a thread with too many changes', async () => {
    const { creator, fan } = await aPair();
    const { conversationId } = (await write(creator, fan, 'First')).body;
    await t.db
      .insertInto('messages')
      .values(
        Array.from({ length: maxChangedMessages + 1 }, (_, index) => ({
          id: newId(),
          conversation_id: conversationId,
          seq: BigInt(index + 2),
          revision: BigInt(index + 500),
          sender_id: creator.profileId,
          client_id: newId(),
          content: '',
          created_at: t.clock.now(),
        })),
      )
      .execute();
    expect((await ask(fan, [[creator, 300]])).body.items).toEqual([]);
    expect((await ask(fan, [[creator, 500]])).body.items[0]?.changed).toHaveLength(maxChangedMessages);
  });

  it('refuses more threads than a device stores, and anything that is not a thread', async () => {
    const fan = await aProfile(t);
    const many = Array.from({ length: maxKeptThreads + 1 }, () => [newId(), 0] as const);
    expect((await ask(fan, many.slice(1))).status).toBe(200);
    expect(code(await ask(fan, many))).toBe('VALIDATION_FAILED');
    for (const threads of ['', 'x', `${newId()}`, `${newId()}:`, `${newId()}:-1`, `${newId()}:1,`, `${newId()}:1e9`])
      expect(code(await t.client(fan).call('conversationChanges', { query: { threads } }))).toBe('VALIDATION_FAILED');
    const twice = newId();
    expect(
      code(
        await ask(fan, [
          [twice, 0],
          [twice, 1],
        ]),
      ),
    ).toBe('VALIDATION_FAILED');
  });
});
