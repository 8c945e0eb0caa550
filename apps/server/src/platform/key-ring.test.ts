import { createCipheriv, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyRing, headOf, idOfSealed, newSecret, ringWithoutDatabase, type StoredKey } from './key-ring.ts';
import { deriveKey, sealBytes } from './keys.ts';

const masterKey = Buffer.alloc(32, 9);
const ring = createKeyRing(masterKey);
const secrets = [0, 1, 2].map(newSecret);
const stored = (id: number, seals_in = -1, by = ring): StoredKey => ({
  ...{ id, seals_in, master_id: by.masterId },
  sealed: by.wrap(id, secrets[id] ?? newSecret()),
});
/** A ring that knows these keys. */
function withKeys(...keys: StoredKey[]) {
  const made = createKeyRing(masterKey);
  expect(made.learn([stored(0), ...keys])).toEqual([]);
  return made;
}

describe('sealed values', () => {
  it('name their key, and open when a newer one seals', () => {
    const keys = withKeys(stored(1));
    const sealer = keys.sealer('notes');
    const old = sealer.seal('before', 'me');
    keys.learn([stored(0), stored(1), stored(2)]);
    const young = sealer.seal('after', 'me');
    expect([old, young].map(idOfSealed)).toEqual([1, 2]);
    expect([old, young].map((value) => sealer.open(value, 'me'))).toEqual(['before', 'after']);
    for (const [value, purpose, context] of [
      [young, 'notes', 'you'],
      [young, 'other notes', 'me'],
      [Buffer.concat([headOf(1), young.subarray(6)]), 'notes', 'me'],
      // With a tag of four bytes, and with one of fourteen.
      [young.subarray(0, 22), 'notes', 'me'],
      [young.subarray(0, 32), 'notes', 'me'],
      [Buffer.alloc(0), 'notes', 'me'],
    ] as const)
      expect(() => keys.sealer(purpose).open(value, context)).toThrow();
  });

  it('are sealed by a new key only once its time has come', () => {
    const keys = withKeys(stored(1), stored(2, 60_000));
    expect(idOfSealed(keys.sealer('notes').seal('text', 'me'))).toBe(1);
    expect(keys.sealingId()).toBe(1);
    keys.learn([stored(0), stored(1), stored(2, -1)]);
    expect(keys.sealingId()).toBe(2);
  });

  it('of the first key have no id, as before there were ids, also when they begin like one that has', () => {
    const keys = withKeys(stored(1), stored(2));
    const first = deriveKey(secrets[1] as Buffer, 'notes');
    expect(keys.sealer('notes').open(sealBytes(first, Buffer.from('old'), 'me'), 'me')).toBe('old');
    // Each of the ids that a nonce may begin with by chance: the one that seals, the first, and one that is not there.
    for (const id of [2, 1, 77]) {
      const nonce = Buffer.concat([headOf(id), Buffer.alloc(6, 3)]);
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from('me'));
      const body = Buffer.concat([cipher.update('alike'), cipher.final()]);
      expect(keys.sealer('notes').open(Buffer.concat([nonce, cipher.getAuthTag(), body]), 'me')).toBe('alike');
    }
  });

  it('of a retired key are refused, by a sealer that has used it too', () => {
    const keys = withKeys(stored(1), stored(2));
    const sealer = keys.sealer('notes');
    const old = withKeys(stored(1)).sealer('notes').seal('text', 'me');
    expect(sealer.open(old, 'me')).toBe('text');
    keys.learn([stored(0), { ...stored(1), sealed: null }, stored(2)]);
    let asked = 0;
    keys.onUnknown = () => {
      asked += 1;
    };
    expect(() => sealer.open(old, 'me')).toThrow('data key 1 is retired or not known');
    expect(() => sealer.open(old.subarray(6), 'me')).toThrow('data key 1 is retired');
    expect(asked).toBe(2);
  });

  it('of a key that this process does not know yet make it ask, and open once it knows', () => {
    const behind = withKeys(stored(1));
    let asked = 0;
    behind.onUnknown = () => {
      asked += 1;
    };
    const young = withKeys(stored(1), stored(2)).sealer('notes').seal('text', 'me');
    expect(() => behind.sealer('notes').open(young, 'me')).toThrow('data key 2 is retired or not known');
    expect(asked).toBe(1);
    behind.learn([stored(0), stored(1), stored(2)]);
    expect(behind.sealer('notes').open(young, 'me')).toBe('text');
  });
});

describe('signatures', () => {
  const hash = (key: Parameters<typeof createHmac>[1]) => createHmac('sha256', key).update('text').digest();

  it('carry the id of their key, but those of the first, and hold until it is retired', () => {
    const keys = withKeys(stored(1));
    const signer = keys.signer('links', 32);
    const old = signer.sign(hash);
    keys.learn([stored(0), stored(1), stored(2)]);
    const young = signer.sign(hash);
    expect([old.length, young.length]).toEqual([43, 46]);
    expect([old, young].map((signed) => signer.verify(signed, hash))).toEqual([true, true]);
    const body = Buffer.from(young, 'base64url').subarray(2);
    const of = (id: number) => Buffer.concat([Buffer.from([0, id]), body]).toString('base64url');
    for (const forged of [of(1), of(0), of(3), body.toString('base64url'), '', 'x', young.slice(0, 44)])
      expect(signer.verify(forged, hash)).toBe(false);
    keys.learn([stored(0), { ...stored(1), sealed: null }, stored(2)]);
    expect([old, young].map((signed) => signer.verify(signed, hash))).toEqual([false, true]);
  });
});

describe('keyed hashes', () => {
  it('stay the same when a newer key seals and the first is retired', () => {
    const keys = withKeys(stored(1));
    const before = keys.lookup('numbers');
    keys.learn([stored(0), { ...stored(1), sealed: null }, stored(2)]);
    expect(keys.lookup('numbers')).toEqual(before);
    expect(keys.lookup('other numbers')).not.toEqual(before);
  });
});

describe('the master key', () => {
  it('opens its data keys and no others', () => {
    const other = createKeyRing(Buffer.alloc(32, 8));
    expect(other.learn([stored(0), stored(1)])).toEqual([0, 1]);
    expect(() => other.sealer('notes').seal('text', 'me')).toThrow('not open');
    expect(() => other.lookup('numbers')).toThrow('not open');
    expect(() => ring.unwrap({ id: 2, sealed: ring.wrap(1, newSecret()) })).toThrow();
  });

  it('may change while a process runs, which keeps the keys it has', () => {
    const keys = withKeys(stored(1));
    const sealed = keys.sealer('notes').seal('text', 'me');
    const other = createKeyRing(Buffer.alloc(32, 8));
    expect(keys.learn([stored(0, -1, other), stored(1, -1, other), stored(2, -1, other)])).toEqual([2]);
    expect(keys.sealer('notes').open(sealed, 'me')).toBe('text');
  });

  it('stands in for data keys without a database, as before there were any', () => {
    const alone = ringWithoutDatabase(masterKey);
    expect(alone.lookup('numbers')).toEqual(deriveKey(masterKey, 'numbers'));
    const old = sealBytes(deriveKey(masterKey, 'notes'), Buffer.from('old'), 'me');
    expect(alone.sealer('notes').open(old, 'me')).toBe('old');
    // The keys of a database take its place.
    alone.learn([stored(0), stored(1)]);
    expect(() => alone.sealer('notes').open(old, 'me')).toThrow();
    expect(alone.lookup('numbers')).toEqual(deriveKey(secrets[0] as Buffer, 'numbers'));
  });
});
