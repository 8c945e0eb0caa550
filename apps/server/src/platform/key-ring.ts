import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKey, sameBytes, sealBytes, unsealBytes } from './keys.ts';

/** A row of `data_keys`. */
export interface StoredKey {
  id: number;
  /** Sealed by a master key; null once retired. */
  sealed: Buffer | null;
  master_id: string;
  /** Milliseconds until it seals; negative since it does. */
  seals_in: number;
}

/** Seals for one purpose, by the data key that seals now, and opens by the one that a value names. */
export interface Sealer {
  seal(plain: string, context: string): Buffer;
  /** Throws when the key is retired, and when context or bytes differ. */
  open(sealed: Buffer, context: string): string;
  sealBytes(plain: Buffer, context: string): Buffer;
  openBytes(sealed: Buffer, context: string): Buffer;
}

/** Signs for one purpose. A signature is a keyed hash of a fixed length, with the id of its key before it unless it is 1. */
export interface Signer {
  /** The key that signs now. */
  now(): { id: number; key: KeyObject };
  /** A signature as text, from the hash that the key of this id gave. */
  write(id: number, hash: Buffer): string;
  sign(hash: (key: KeyObject) => Buffer): string;
  /** Whether a text is the signature of a key that is not retired. */
  verify(signed: string, hash: (key: KeyObject) => Buffer): boolean;
}

/** The data keys of an installation, opened by its master key. Without them it only knows its master key. */
export interface KeyRing {
  /** Names the master key and says nothing of it. */
  readonly masterId: string;
  /** A key of keyed hashes, the same for ever: what was hashed cannot be hashed anew. */
  lookup(purpose: string): Buffer;
  sealer(purpose: string): Sealer;
  /** `bytes` is the length of its hashes. */
  signer(purpose: string, bytes: number): Signer;
  /** For secrets that two programs share before either has a database. */
  beforeDatabase(purpose: string): Buffer;
  /** The id of the data key that seals now. */
  sealingId(): number;
  /** Takes the keys as they are stored now; returns the ids that this master key does not open. */
  learn(stored: readonly StoredKey[]): number[];
  /** The master key takes the place of every data key, as it did before there were any. */
  useMasterKey(): void;
  /** Opens and seals data keys themselves. */
  unwrap(stored: { id: number; sealed: Buffer }): Buffer;
  wrap(id: number, secret: Buffer): Buffer;
  /** The master key as data key of this id, for an installation that was before there were data keys. */
  wrapMasterKey(id: number): Buffer;
  /** Called when a value names a key that is not known. */
  onUnknown: () => void;
}

/** The key of keyed hashes; those from 1 on seal and sign. */
export const lookupKeyId = 0;
/**
 * It seals and signs as the program did before there were ids: without one. So the release before this one reads what
 * this one writes until the first rotation, and a value without an id is of this key.
 */
export const firstKeyId = 1;

const mark = Buffer.from('vlk1');
const headBytes = mark.length + 2;

/** What stands before a value that a data key but the first sealed: a mark, and the key's id. */
export function headOf(id: number): Buffer {
  const head = Buffer.alloc(headBytes);
  mark.copy(head);
  head.writeUInt16BE(id, mark.length);
  return head;
}
export const sealedMark: Buffer = mark;

/** The id of the key that sealed a value. */
export const idOfSealed = (sealed: Buffer): number =>
  sealed.length > headBytes && sealed.subarray(0, mark.length).equals(mark)
    ? sealed.readUInt16BE(mark.length)
    : firstKeyId;

export const newSecret = (): Buffer => randomBytes(32);

/** Names a master key and says nothing of it. */
export const masterIdOf = (masterKey: Buffer): string =>
  createHash('sha256').update('vlam master key').update(masterKey).digest('hex').slice(0, 16);

export function createKeyRing(masterKey: Buffer): KeyRing {
  const wrapping = deriveKey(masterKey, 'data keys');
  const wrapContext = (id: number) => `data key ${id}`;
  const masterId = masterIdOf(masterKey);
  let lookupSecret: Buffer | null = null;
  let keys = new Map<number, { secret: Buffer; sealsAt: number }>();
  let isStandIn = false;

  function requireSecret(id: number): Buffer {
    const key = keys.get(id);
    if (key) return key.secret;
    ring.onUnknown();
    throw new Error(keys.size === 0 ? 'the data keys are not open yet' : `data key ${id} is retired or not known`);
  }

  function sealingId(): number {
    const now = performance.now();
    let found = 0;
    for (const [id, { sealsAt }] of keys) if (id > found && sealsAt <= now) found = id;
    return found;
  }

  /** Keys of one purpose by the id of their data key; one that was retired since is refused. */
  function deriveEach<Key>(purpose: string, wrapped: (key: Buffer) => Key): (id: number) => Key {
    const derived = new Map<number, { secret: Buffer; key: Key }>();
    return (id) => {
      const secret = requireSecret(id);
      const known = derived.get(id);
      if (known?.secret === secret) return known.key;
      const key = wrapped(deriveKey(secret, purpose));
      derived.set(id, { secret, key });
      return key;
    };
  }

  function sealer(purpose: string): Sealer {
    const keyOf = deriveEach(purpose, (key) => key);
    const one: Sealer = {
      sealBytes(plain, context) {
        const id = sealingId();
        const sealed = sealBytes(keyOf(id), plain, context);
        return id === firstKeyId ? sealed : Buffer.concat([headOf(id), sealed]);
      },
      openBytes(sealed, context) {
        const id = idOfSealed(sealed);
        if (id === firstKeyId) return unsealBytes(keyOf(id), sealed, context);
        try {
          return unsealBytes(keyOf(id), sealed.subarray(headBytes), context);
        } catch (error) {
          // One of the first key may begin alike by chance: its tag decides.
          if (!keys.has(firstKeyId)) throw error;
          try {
            return unsealBytes(keyOf(firstKeyId), sealed, context);
          } catch {
            throw error;
          }
        }
      },
      seal: (plain, context) => one.sealBytes(Buffer.from(plain), context),
      open: (sealed, context) => one.openBytes(sealed, context).toString('utf8'),
    };
    return one;
  }

  function signer(purpose: string, bytes: number): Signer {
    // Key objects: from bytes, each HMAC would first create one, at seven times the cost.
    const keyOf = deriveEach(purpose, (key) => createSecretKey(key));
    const now = () => {
      const id = sealingId();
      return { id, key: keyOf(id) };
    };
    const idBytes = (id: number) => Buffer.from([id >> 8, id & 255]);
    const write = (id: number, hash: Buffer) =>
      (id === firstKeyId ? hash : Buffer.concat([idBytes(id), hash])).toString('base64url');
    return {
      now,
      write,
      sign(hash) {
        const { id, key } = now();
        return write(id, hash(key));
      },
      verify(signed, hash) {
        const given = Buffer.from(signed, 'base64url');
        const hasId = given.length === bytes + 2;
        if (!hasId && given.length !== bytes) return false;
        const id = hasId ? given.readUInt16BE(0) : firstKeyId;
        if (keys.has(id)) return sameBytes(given.subarray(given.length - bytes), hash(keyOf(id)));
        ring.onUnknown();
        return false;
      },
    };
  }

  const ring: KeyRing = {
    masterId,
    onUnknown: () => {},
    lookup(purpose) {
      if (!lookupSecret) throw new Error('the data keys are not open yet');
      return deriveKey(lookupSecret, purpose);
    },
    sealer,
    signer,
    beforeDatabase: (purpose) => deriveKey(masterKey, purpose),
    sealingId,
    learn(stored) {
      const unopened: number[] = [];
      const next: typeof keys = new Map();
      for (const { id, sealed, master_id, seals_in } of stored) {
        if (!sealed) continue;
        // A key that is known stays known when another master key seals it now.
        const known = id === lookupKeyId ? lookupSecret : keys.get(id)?.secret;
        const secret = (isStandIn ? null : known) ?? (master_id === masterId ? ring.unwrap({ id, sealed }) : null);
        if (!secret) unopened.push(id);
        else if (id === lookupKeyId) lookupSecret = secret;
        else next.set(id, { secret, sealsAt: performance.now() + seals_in });
      }
      keys = next;
      isStandIn = false;
      return unopened;
    },
    useMasterKey() {
      isStandIn = true;
      lookupSecret = masterKey;
      keys = new Map([[firstKeyId, { secret: masterKey, sealsAt: 0 }]]);
    },
    unwrap: ({ id, sealed }) => unsealBytes(wrapping, sealed, wrapContext(id)),
    wrap: (id, secret) => sealBytes(wrapping, secret, wrapContext(id)),
    wrapMasterKey: (id) => sealBytes(wrapping, masterKey, wrapContext(id)),
  };
  return ring;
}

/** For tests, benches and programs without a database: every key follows from the master key. */
export function ringWithoutDatabase(masterKey: Buffer): KeyRing {
  const ring = createKeyRing(masterKey);
  ring.useMasterKey();
  return ring;
}
