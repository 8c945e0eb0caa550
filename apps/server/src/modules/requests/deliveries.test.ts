import { beforeAll, describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { fetchFile } from '../../../test/pictures.ts';
import { aReadyFile, at } from '../../../test/publications.ts';
import { acceptRequest, aRequester, escrowOf, sendRequest } from '../../../test/requesters.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';

// A delivery of several files.

const t = useTestApp();
useReconciledBooks(t);
let creator: TestProfile;
beforeAll(async () => {
  creator = await aCreator(t);
});

async function anAccepted(more: { isExclusive?: boolean } = {}) {
  const fan = await aRequester(t, { bought: 500 });
  const request = await sendRequest(t, fan, creator, more as object);
  await acceptRequest(t, creator, request);
  return { fan, request };
}
const someFiles = (count: number) => Promise.all(Array.from({ length: count }, () => aReadyFile(t, creator)));
const deliver = (id: string, body: { mediaId?: string; mediaIds?: string[] }) =>
  t.client(creator).call('deliverRequest', { ...at(id), body });

describe('several files', () => {
  it('T48: are opened to the requester, each with their mark, and to no one else', async () => {
    const { fan, request } = await anAccepted();
    const files = await someFiles(3);
    const delivered = await deliver(request.id, { mediaIds: files });
    expect(delivered.body).toMatchObject({ status: 'completed', delivery: { mediaId: files[0] } });
    expect(delivered.body.delivery?.files?.map(({ id }) => id)).toEqual(files);
    expect(await escrowOf(t, request.id)).toBe(0);
    const [seen] = (await t.client(fan).call('listRequests')).body.items;
    const stranger = await aProfile(t);
    for (const { id, mediaUrl } of seen?.delivery?.files ?? []) {
      expect(mediaUrl).toContain('&p=1');
      expect((await fetchFile(t, fan, mediaUrl ?? '')).status).toBe(200);
      expect((await fetchFile(t, stranger, mediaUrl ?? '')).status).toBe(403);
      expect(await t.context.fileRights.mayView(stranger.accountId, id)).toBe(false);
    }
    const { items } = (await t.client(creator).call('listLibrary', { query: {} })).body;
    for (const id of files)
      expect(items.find((file) => file.id === id)?.uses).toMatchObject([{ kind: 'request', isPaid: true }]);
  });

  it('T43: are all of the requester alone when the request is exclusive', async () => {
    const { request } = await anAccepted({ isExclusive: true });
    const [first = '', second = '', third = ''] = await someFiles(3);
    expect((await deliver(request.id, { mediaIds: [first, second] })).status).toBe(200);
    const other = await anAccepted();
    for (const mediaIds of [[second], [third, second]])
      expect((await deliver(other.request.id, { mediaIds })).error?.code).toBe('CONFLICT');
    // Nothing of a refused delivery stays.
    expect((await deliver(other.request.id, { mediaIds: [third] })).body.delivery?.files).toBeUndefined();
  });

  it('may be the same picture twice, also when the request is exclusive', async () => {
    const { request } = await anAccepted({ isExclusive: true });
    const [first = ''] = await someFiles(1);
    const { body } = await t.client(creator).call('reuseFile', at(first));
    const delivered = await deliver(request.id, { mediaIds: [first, body.id] });
    expect(delivered.body.delivery?.files?.map(({ id }) => id)).toEqual([first, body.id]);
  });

  it('are named once, by one of two ways, and are ready files of the creator', async () => {
    const { request } = await anAccepted();
    const [own = '', foreign] = [await aReadyFile(t, creator), await aReadyFile(t, await aCreator(t))];
    expect((await deliver(request.id, { mediaIds: [own, own] })).error?.code).toBe('VALIDATION_FAILED');
    expect((await deliver(request.id, { mediaId: own, mediaIds: [own] })).error?.code).toBe('VALIDATION_FAILED');
    expect((await deliver(request.id, {})).error?.code).toBe('VALIDATION_FAILED');
    expect((await deliver(request.id, { mediaIds: [own, foreign] })).error?.code).toBe('NOT_FOUND');
    expect(await escrowOf(t, request.id)).toBe(100);
  });
});
