import { requestContentTypes } from '@vlam/contract/requests';
import { expect, it } from 'vitest';
import { aClip } from '../../../test/clips.ts';
import { aCreator, type TestProfile } from '../../../test/factories.ts';
import { findClips } from '../../../test/machine.ts';
import { aPicture, fetchFile, sendFile } from '../../../test/pictures.ts';
import { aReadyFile } from '../../../test/publications.ts';
import { acceptRequest, aRequester, sendRequest } from '../../../test/requesters.ts';
import { sendStream } from '../../../test/streams.ts';
import { useTestApp } from '../../../test/use-app.ts';

const clipsWork = await findClips();
const t = useTestApp();

const createRequest = (fan: TestProfile, creator: TestProfile, contentType: string) =>
  t.client(fan).call('createRequest', {
    body: {
      ...{ creatorId: creator.profileId, title: 'A walk', description: 'Along the pier', offeredPrice: 10 },
      contentType,
    },
  });

it('holds nothing for a kind that cannot be delivered, or for a show without a time', async () => {
  const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 500 })];
  const responses = [];
  for (const kind of requestContentTypes) {
    const { status, error } = await createRequest(fan, creator, kind);
    responses.push([kind, error?.code ?? status]);
  }
  const video = clipsWork ? 201 : 'MEDIA_KIND_COMING';
  expect(responses).toEqual([
    ['photo', 201],
    ['video', video],
    // Without a time; shows.test.ts has the others.
    ['live_show', 'VALIDATION_FAILED'],
  ]);
  expect((await t.context.credits.balance(fan.accountId)).balance).toBe(clipsWork ? 480 : 490);
});

it.skipIf(!clipsWork)(
  'T47: a delivered video plays for its creator, and as a marked copy for its requester, and for nobody else',
  { tags: ['long'] },
  async () => {
    const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 100 })];
    const { request } = (await createRequest(fan, creator, 'video')).body;
    const params = { id: request.id };
    await t
      .client(creator)
      .call('respondToRequest', { params, body: { acceptedPrice: 10, estimatedDelivery: 'today' } });
    const picture = await sendFile(t, creator, await aPicture({ width: 60, height: 60 }));
    const clip = await sendFile(t, creator, await aClip({ seed: 3 }), 'video');
    await t.drain();
    const deliver = (mediaId: string) => t.client(creator).call('deliverRequest', { params, body: { mediaId } });
    expect((await deliver(picture.id)).error).toMatchObject({
      code: 'CONFLICT',
      message: 'This request asks for a video',
    });
    expect((await deliver(clip.id)).body).toMatchObject({ status: 'completed' });
    const { body } = await t.client(fan).call('listRequests', { query: { box: 'sent' } });
    const delivery = body.items[0]?.delivery;
    expect(delivery).toMatchObject({ mediaType: 'video', width: 160, height: 120 });
    const url = delivery?.mediaUrl ?? '';
    expect(url).toContain(`/m/${clip.id}/index.m3u8`);
    const play = () => t.client(fan).call('getStream', { params: { id: clip.id } });
    expect((await play()).error?.code).toBe('MEDIA_NOT_READY');
    await t.drain();
    expect((await play()).status).toBe(200);
    expect((await fetchFile(t, fan, url)).status).toBe(200);
    expect((await fetchFile(t, await aCreator(t), url)).status).toBe(403);
    const own = (await t.client(creator).call('listRequests', { query: { box: 'received' } })).body.items[0]?.delivery;
    const part = await fetchFile(t, creator, own?.mediaUrl ?? '', { range: 'bytes=0-9' });
    expect([part.status, part.headers['content-type']]).toEqual([206, 'video/mp4']);
    expect(await t.context.credits.earnings(creator.profileId)).toBe(8n);
  },
);

it.skipIf(!clipsWork)('T48: a sound beside the photo that was asked for plays for its requester alone', async () => {
  const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 500 })];
  const request = await sendRequest(t, fan, creator);
  await acceptRequest(t, creator, request);
  const [photo, sound] = [await aReadyFile(t, creator), await sendStream(t, creator, 'audio', { seconds: 2 })];
  const deliver = (mediaIds: string[]) =>
    t.client(creator).call('deliverRequest', { params: { id: request.id }, body: { mediaIds } });
  expect((await deliver([sound, photo])).error?.message).toBe('This request asks for a photo');
  const delivered = await deliver([photo, sound]);
  expect(delivered.body.delivery?.files?.map(({ mediaType }) => mediaType)).toEqual(['image', 'audio']);
  await t.drain();
  const [seen] = (await t.client(fan).call('listRequests')).body.items;
  const address = seen?.delivery?.files?.[1]?.mediaUrl ?? '';
  expect(address).toContain(`/m/${sound}/index.m3u8`);
  expect((await fetchFile(t, fan, address)).status).toBe(200);
  const play = (who: TestProfile) => t.client(who).call('getStream', { params: { id: sound } });
  expect((await play(fan)).body).toMatchObject({ kind: 'audio', freeSeconds: null });
  expect((await play(await aCreator(t))).error?.code).toBe('NOT_FOUND');
  // It was sold to one member: it is not published as well.
  const item = { title: 'A walk', description: 'Along the pier', mediaType: 'audio', mediaId: sound } as const;
  expect((await t.client(creator).call('createContent', { body: item as never })).error?.code).toBe('CONFLICT');
});

it.skipIf(!clipsWork)('T48: a sound that is published already is not delivered', async () => {
  const [creator, fan] = [await aCreator(t), await aRequester(t, { bought: 500 })];
  const sound = await sendStream(t, creator, 'audio', { seconds: 2 });
  const item = { title: 'A walk', description: 'Along the pier', mediaType: 'audio', mediaId: sound } as const;
  expect((await t.client(creator).call('createContent', { body: item as never })).status).toBe(201);
  const request = await sendRequest(t, fan, creator);
  await acceptRequest(t, creator, request);
  const body = { mediaIds: [await aReadyFile(t, creator), sound] };
  const refused = await t.client(creator).call('deliverRequest', { params: { id: request.id }, body });
  expect(refused.error?.code).toBe('CONFLICT');
});
