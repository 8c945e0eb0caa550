import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/clock.ts';
import { createKeyRing, newSecret } from '../../platform/key-ring.ts';
import { createAddresses, parseAddress } from './addresses.ts';
import { createStreamAddresses, parseStreamAddress } from './stream/stream-addresses.ts';

const clock = createTestClock();
const keys = createKeyRing(newSecret());
const secrets = [0, 1, 2].map(newSecret);
const learn = (...ids: number[]) =>
  keys.learn(
    [0, ...ids].map((id) => ({
      ...{ id, seals_in: -1, master_id: keys.masterId },
      sealed: keys.wrap(id, secrets[id] ?? newSecret()),
    })),
  );
const mediaId = '0190a000-0000-7000-8000-000000000001';
const split = (url: string): [string, Record<string, string>] => {
  const { pathname, searchParams } = new URL(url, 'http://vlam.test');
  return [pathname.replace('/m/', ''), Object.fromEntries(searchParams)];
};

describe('addresses of files while keys are rotated', () => {
  it('name the key that signed them, and open until it is retired', () => {
    learn(1);
    const pictures = createAddresses(keys, clock);
    const streams = createStreamAddresses(keys, clock);
    const make = () => [
      pictures.sign('me', { mediaId, width: 480, marked: false, expires: pictures.expiry() }).avif,
      pictures.signClip('me', { mediaId, container: 'mp4', expires: pictures.expiry() }),
      `/m/${mediaId}/index.m3u8${streams.sign('me', { mediaId, previewMs: null }).query}`,
    ];
    const opens = (url: string, account = 'me'): boolean => {
      const [path, query] = split(url);
      const stream = parseStreamAddress(path, query);
      if (stream) return streams.verify(account, stream.grant, stream.signature);
      const file = parseAddress(path, query);
      if (!file) return false;
      return file.kind === 'clip'
        ? pictures.verifyClip(account, file.address, file.signature)
        : pictures.verify(account, file.address, file.signature);
    };
    const old = make();
    learn(1, 2);
    const young = make();
    const all = [...old, ...young];
    expect(all.map((url) => split(url)[1].s?.length)).toEqual([22, 22, 22, 24, 24, 24]);
    expect(all.map((url) => opens(url))).toEqual(all.map(() => true));
    expect(all.map((url) => opens(url, 'another'))).toEqual(all.map(() => false));
    // The number of the first key before the same signature: its last bits are in the third letter.
    const renumber = (url: string) =>
      url.replace(/s=AA([I-L])/, (_all, letter: string) => `s=AA${String.fromCharCode(letter.charCodeAt(0) - 4)}`);
    expect(young.map((url) => [renumber(url) === url, opens(renumber(url))])).toEqual(young.map(() => [false, false]));
    learn(2);
    expect(all.map((url) => opens(url))).toEqual([false, false, false, true, true, true]);
  });
});
