import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCreator, anAccount, aProfile, aSession, giveCredits, type TestProfile } from '../factories.ts';
import { aPicture, fetchFile, sendFile } from '../pictures.ts';
import { useTestApp } from '../use-app.ts';
import { pathWith, readOperations } from './world.ts';

// One real file, uploaded, published and paid for, and callers without access.

let creator: TestProfile;
let buyer: TestProfile;
let mediaId: string;
let contentId: string;
let storageKey: string;
const canary = 'Kanarievoël by sononder';

const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t);
  buyer = await aProfile(t);
  await giveCredits(t, buyer.accountId, 50);
  mediaId = (await sendFile(t, creator, await aPicture({ width: 1300, height: 900 }))).id;
  await t.drain();
  const made = await t.client(creator).call('createContent', {
    body: { title: canary, description: '', mediaType: 'image', mediaId, isPremium: true, price: 10 },
  });
  contentId = made.body.id;
  const row = await t.db.selectFrom('media').select('storage_key').where('id', '=', mediaId).executeTakeFirstOrThrow();
  storageKey = row.storage_key;
});

const at = () => ({ params: { id: contentId } });
async function addressFor(who: TestProfile): Promise<string> {
  const { body } = await t.client(who).call('getContent', at());
  expect(body.isLocked).toBe(false);
  return body.mediaUrl ?? '';
}

describe('T48 ASVS 8.2.3: before payment', () => {
  it('no response to others contains the file’s id, key or address', { tags: ['long'] }, async () => {
    for (const who of [undefined, await anAccount(t, { verified: false }), buyer, await aCreator(t)]) {
      const client = t.client(who);
      for (const [name, operation] of readOperations)
        for (const id of [contentId, mediaId, creator.profileId]) {
          const query = name === 'searchProfiles' ? '?q=Kanarie' : '';
          const answer = await client.request('GET', `${pathWith(operation, id)}${query}`);
          const revealed = answer.text + JSON.stringify(answer.headers);
          for (const secret of [storageKey, mediaId, '/m/', t.config.dataDir])
            expect(revealed.includes(secret), `${name} gives ${who?.email ?? 'a visitor'} ${secret}`).toBe(false);
        }
    }
    const seen = await t.client(buyer).call('getContent', at());
    expect(seen.body).toMatchObject({ title: canary, isLocked: true, mediaUrl: null, sources: [] });
  });

  it('T47: no id, key or file name works as an address', async () => {
    const [folder] = await readdir(`${t.config.dataDir}/media`);
    const guesses = [
      `/m/${mediaId}`,
      `/m/${mediaId}/1080.webp`,
      `/m/${storageKey}/1080.webp`,
      `/m/${folder}/${storageKey}/1080.webp`,
      `/m/../media/${storageKey}/1080.webp`,
      `/m/%2e%2e/media/${storageKey}/1080.webp`,
      `/media/${storageKey}/1080.webp`,
      `/api/media/${mediaId}`,
      `/api/uploads/${mediaId}`,
      `/api/content/preview/${mediaId}`,
    ];
    for (const url of guesses) {
      const { status, bytes } = await fetchFile(t, buyer, url);
      expect([url, status]).toEqual([url, 404]);
      expect(bytes.subarray(8, 12).toString()).not.toBe('WEBP');
    }
  });
});

describe('T47 T50: after payment', () => {
  it('opens for the buyer, and for no one the address is shared with', async () => {
    const stranger = await aProfile(t);
    const { body } = await t.client(buyer).call('unlockContent', { ...at(), body: { price: 10 } });
    expect(body).toMatchObject({ balance: 40, item: { isPurchased: true, isLocked: false } });
    const url = body.item.mediaUrl ?? '';
    const { status, bytes, headers } = await fetchFile(t, buyer, url);
    expect([status, bytes.subarray(8, 12).toString()]).toEqual([200, 'WEBP']);
    expect(headers).toMatchObject({
      'cache-control': expect.stringMatching(/^private, max-age=([12]?\d{1,2}|300)$/),
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    for (const range of [undefined, 'bytes=0-0', 'bytes=100-', 'bytes=-50']) {
      const others = [stranger, creator, await anAccount(t), await aProfile(t, { role: 'admin' })];
      for (const other of others) expect((await fetchFile(t, other, url, range ? { range } : {})).status).toBe(403);
      expect((await fetchFile(t, { cookie: '' }, url, range ? { range } : {})).status).toBe(401);
    }
    // Access belongs to the account, not to one of its devices.
    expect((await fetchFile(t, await aSession(t, buyer.accountId), url)).status).toBe(200);
  });

  it('expires after 301 seconds, and changed parameters do not renew it', async () => {
    const url = await addressFor(buyer);
    t.clock.advance(301_000);
    const expires = Number(/e=(\d+)/.exec(url)?.[1]);
    for (const late of [url, url.replace(/e=\d+/, `e=${expires + 600}`), `${url}&e=${expires + 600}`])
      expect((await fetchFile(t, buyer, late)).status, late).not.toBe(200);
    expect((await fetchFile(t, buyer, await addressFor(buyer))).status).toBe(200);
  });

  it('the signature of one file, size, format or mark fits no other', async () => {
    const second = (await sendFile(t, creator, await aPicture({ width: 1300, height: 900, seed: 7 }))).id;
    await t.drain();
    const url = await addressFor(buyer);
    const changed = [
      url.replace(mediaId, second),
      url.replace(/\/(\d+)\.webp/, '/480.webp'),
      url.replace('.webp', '.avif'),
      url.replace('&p=1', ''),
      url.replace(/s=./, (found) => (found === 's=A' ? 's=B' : 's=A')),
      url.replace(/&s=.*/, ''),
    ];
    for (const other of changed) expect((await fetchFile(t, buyer, other)).status, other).not.toBe(200);
    expect(changed.filter((other) => other === url)).toEqual([]);
  });

  it('serves the buyer only copies with their mark', async () => {
    const url = await addressFor(buyer);
    expect(url).toContain('&p=1');
    const { bytes } = await fetchFile(t, buyer, url);
    const candidates = [creator.accountId, buyer.accountId, (await aProfile(t)).accountId];
    expect(await t.context.media.findLeakedBy(mediaId, bytes, candidates)).toMatchObject({
      accountId: buyer.accountId,
    });
  });

  it('T23: after removal it is refused to the buyer immediately, and its bytes are deleted with the next job', async () => {
    const url = await addressFor(buyer);
    expect((await t.client(creator).call('removeContent', at())).status).toBe(204);
    for (const headers of [{}, { range: 'bytes=0-9' }])
      expect((await fetchFile(t, buyer, url, headers)).status).toBe(404);
    await t.drain();
    const left = await readdir(`${t.config.dataDir}/media`, { recursive: true });
    expect(left.filter((name) => name.includes(storageKey))).toEqual([]);
  });
});
