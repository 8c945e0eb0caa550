import { describe, expect, it } from 'vitest';
import { aCreator, aProfile, aSubscription, type TestProfile } from '../../../../test/factories.ts';
import { aPicture, fetchFile, sendFile } from '../../../../test/pictures.ts';
import { useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';

const t = useTestApp({ poolSize: 8 });

let seed = 700;
async function aSentPicture(creator: TestProfile, fan: TestProfile) {
  seed += 1;
  const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 480, height: 600, seed }));
  await t.drain();
  const { body } = await t.client(creator).call('sendMessage', {
    params: { profileId: fan.profileId },
    body: { clientId: newId(), mediaId },
  });
  return { mediaId, messageId: body.id };
}
async function aPair() {
  const [creator, fan] = await Promise.all([aCreator(t), aProfile(t)]);
  await aSubscription(t, { subscriber: fan, creator });
  return { creator, fan };
}
const report = (who: TestProfile, targetId: string) =>
  t.client(who).call('report', { body: { targetType: 'message', targetId, reason: 'non_consensual' } });
const unsend = (who: TestProfile, id: string) => t.client(who).call('unsendMessage', { params: { id } });
const stateOf = async (mediaId: string) => (await t.context.media.listByIds(t.db, [mediaId])).get(mediaId)?.state;

describe('the picture of a message that was reported', () => {
  it('T69: stays for moderators when the message is deleted, and closes for both members', async () => {
    const { creator, fan } = await aPair();
    const { mediaId, messageId } = await aSentPicture(creator, fan);
    const { body } = await t.client(fan).call('listMessages', { params: { profileId: creator.profileId } });
    const url = body.items.at(-1)?.mediaUrl ?? '';
    expect((await fetchFile(t, fan, url)).status).toBe(200);
    const { body: made } = await report(fan, messageId);
    expect((await unsend(creator, messageId)).status).toBe(200);
    await t.drain();
    const [evidence] = await t.context.moderation.readEvidence(t.db, made.id);
    expect(evidence?.mediaId).toBe(mediaId);
    expect(await stateOf(mediaId)).toBe('ready');
    expect((await fetchFile(t, fan, url)).status).not.toBe(200);
    const [left] = (await t.client(fan).call('listMessages', { params: { profileId: creator.profileId } })).body.items;
    expect(left).toMatchObject({ mediaUrl: null, media: null });
  });

  it('stays when both clear the thread, and through the sweep of unused files', async () => {
    const { creator, fan } = await aPair();
    const { mediaId, messageId } = await aSentPicture(creator, fan);
    await report(fan, messageId);
    for (const [who, other] of [
      [creator, fan],
      [fan, creator],
    ] as const)
      await t.client(who).call('deleteConversation', { params: { profileId: other.profileId } });
    t.clock.advance(3 * 86_400_000);
    await t.context.jobs.enqueue(t.db, { name: 'messaging.sweep-files', maxAttempts: 1 }, {});
    await t.drain();
    expect(await stateOf(mediaId)).toBe('ready');
  });

  it('is deleted with a message without a report', async () => {
    const { creator, fan } = await aPair();
    const { mediaId, messageId } = await aSentPicture(creator, fan);
    await unsend(creator, messageId);
    expect(await stateOf(mediaId)).toBe('blocked');
  });

  it('is kept or deleted as a whole when report and deletion race', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { creator, fan } = await aPair();
      const { mediaId, messageId } = await aSentPicture(creator, fan);
      const [reported] = await Promise.all([report(fan, messageId), unsend(creator, messageId)]);
      const evidence = reported.status === 201 ? await t.context.moderation.readEvidence(t.db, reported.body.id) : [];
      const holds = evidence.some((message) => message.mediaId === mediaId);
      expect([holds, await stateOf(mediaId)]).toEqual([holds, holds ? 'ready' : 'blocked']);
    }
  });
});
