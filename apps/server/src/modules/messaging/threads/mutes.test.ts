import type { NotificationKind } from '@vlam/contract/notifications';
import { describe, expect, it } from 'vitest';
import { aBlock, aCreator, aProfile, aSubscription, type TestProfile } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp();

const mute = (who: TestProfile, other: { profileId: string }) =>
  t.client(who).call('muteProfile', { params: { id: other.profileId } });
const unmute = (who: TestProfile, other: { profileId: string }) =>
  t.client(who).call('unmuteProfile', { params: { id: other.profileId } });
const muted = async (who: TestProfile) => (await t.client(who).call('listMutes')).body;
const kindsFor = async (who: TestProfile) => {
  t.clock.advance(15_000);
  await t.drain();
  return (await t.client(who).call('listNotifications', { query: {} })).body.items.map(({ kind }) => kind).sort();
};
const notifyOf = (kind: NotificationKind, to: TestProfile, from: TestProfile) =>
  t.context.notify(t.db, {
    ...{ kind, to: { profileId: to.profileId }, key: `${kind}:${newId()}`, actorId: from.profileId },
    targetId: newId(),
    subject: 'Evening light',
    amount: { value: 10, currency: 'credits' },
  });
const silent = ['like', 'comment', 'subscriber', 'tip', 'gift', 'request_received', 'call_missed'] as const;
const owed = ['request_accepted', 'request_delivered', 'consent_asked', 'subscription_price'] as const;

describe('a muted person', () => {
  it('without a message between the two notifies by nothing but what the member asked or has to answer', async () => {
    const [member, other] = [await aProfile(t), await aCreator(t)];
    expect((await mute(member, other)).status).toBe(204);
    for (const kind of [...silent, ...owed]) await notifyOf(kind, member, other);
    await t.client(other).call('sendFlame', { params: { id: member.profileId } });
    await t.client(other).call('sendMessage', {
      params: { profileId: member.profileId },
      body: { clientId: newId(), content: 'Hello there' },
    });
    expect(await kindsFor(member)).toEqual([...owed].sort());
  });

  it('notifies again once unmuted; what came in between stays quiet', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    await mute(member, other);
    await notifyOf('like', member, other);
    expect(await kindsFor(member)).toEqual([]);
    expect((await unmute(member, other)).status).toBe(204);
    expect(await muted(member)).toEqual([]);
    await notifyOf('comment', member, other);
    expect(await kindsFor(member)).toEqual(['comment']);
  });

  it('who is subscribed to posts and goes live for others, and not for who muted them', async () => {
    const creator = await aCreator(t);
    const [quiet, keen] = [await aProfile(t), await aProfile(t)];
    for (const fan of [quiet, keen]) await aSubscription(t, { subscriber: fan, creator });
    await mute(quiet, creator);
    await t.context.notify(
      t.db,
      ...(['post', 'live'] as const).map((kind) => ({
        ...{ kind, to: { subscribersOf: creator.profileId }, key: `${kind}:${newId()}`, actorId: creator.profileId },
        targetId: newId(),
        subject: 'Evening light',
      })),
    );
    expect([await kindsFor(quiet), await kindsFor(keen)]).toEqual([[], ['live', 'post']]);
  });

  it('is not notified, and sees nothing of it; their own notices go on', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    const before = (await t.client(other).call('getConversation', { params: { profileId: member.profileId } })).body;
    const page = (await t.client(other).call('getProfile', { params: { id: member.profileId } })).text;
    await mute(member, other);
    await notifyOf('like', other, member);
    expect(await kindsFor(other)).toEqual(['like']);
    const after = (await t.client(other).call('getConversation', { params: { profileId: member.profileId } })).body;
    expect(after).toEqual({ ...before, id: after.id });
    expect((await t.client(other).call('listConversations', { query: {} })).body.items).toEqual([]);
    expect((await t.client(other).call('getProfile', { params: { id: member.profileId } })).text).toBe(page);
    expect(await muted(other)).toEqual([]);
  });

  it('is the muted chat, and the other way round; listed latest first with the day', async () => {
    const [member, one, two] = [await aProfile(t), await aProfile(t), await aProfile(t)];
    await mute(member, one);
    const state = await t.client(member).call('getConversation', { params: { profileId: one.profileId } });
    expect(state.body.muted).toBe(true);
    const at = t.clock.now().toISOString();
    t.clock.advance(60_000);
    await t.client(member).call('setConversation', { params: { profileId: two.profileId }, body: { muted: true } });
    // A repeat changes nothing.
    t.clock.advance(60_000);
    await mute(member, one);
    const list = await muted(member);
    expect(list.map(({ id }) => id)).toEqual([two.profileId, one.profileId]);
    expect(list[1]?.mutedAt).toBe(at);
    await t.client(member).call('setConversation', { params: { profileId: two.profileId }, body: { muted: false } });
    expect((await muted(member)).map(({ id }) => id)).toEqual([one.profileId]);
  });

  it('T66: who cannot be seen, does not exist or is oneself is not found; a mute of them does not show', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    for (const profileId of [newId(), member.profileId])
      expect((await mute(member, { profileId })).error?.code).toBe('NOT_FOUND');
    await mute(member, other);
    await aBlock(t, { blocker: other, blocked: member });
    expect(await muted(member)).toEqual([]);
    expect((await unmute(member, other)).error?.code).toBe('NOT_FOUND');
    const stranger = await aProfile(t);
    await aBlock(t, { blocker: stranger, blocked: member });
    expect((await mute(member, stranger)).error?.code).toBe('NOT_FOUND');
  });
});
