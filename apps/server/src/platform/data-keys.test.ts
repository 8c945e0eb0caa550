import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { sealedColumns } from '../joins/sealed-columns.ts';
import { listKeys, openKeys, requireMasterKey, watchKeys } from './data-keys.ts';
import { createKeyRing, idOfSealed } from './key-ring.ts';
import { deriveKey, sealBytes } from './keys.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const open = async (masterKey: Buffer) => {
  const keys = createKeyRing(masterKey);
  await openKeys({ config: { keys }, db: test.database.db }, sealedColumns);
  return keys;
};
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => `${error.constructor.name} ${error.message}`,
  );
/** A mail as an installation without data keys stored it. */
const insertOldMail = async (masterKey: Buffer) => {
  const id = crypto.randomUUID();
  await test.database.db
    .insertInto('outgoing_mail')
    .values({
      ...{ id, recipient: 'a@vlam.test', subject: 'S', created_at: new Date() },
      body_sealed: sealBytes(deriveKey(masterKey, 'mail bodies'), Buffer.from('an old mail'), id),
    })
    .execute();
  return id;
};
const forgetKeys = () => test.database.db.deleteFrom('data_keys').execute();

describe('the first start', () => {
  it('of a new installation makes random keys, the same for processes that start together', async () => {
    const masterKey = randomBytes(32);
    const [one, other] = await Promise.all([open(masterKey), open(masterKey)]);
    expect((await listKeys(test.database.db)).map(({ id }) => id)).toEqual([0, 1]);
    expect(other.lookup('numbers')).toEqual(one.lookup('numbers'));
    expect(one.lookup('numbers')).not.toEqual(deriveKey(masterKey, 'numbers'));
    expect(other.sealer('notes').open(one.sealer('notes').seal('text', 'me'), 'me')).toBe('text');
    await forgetKeys();
  });

  it('after there were values keeps them: the master key becomes both keys', async () => {
    const masterKey = randomBytes(32);
    const id = await insertOldMail(masterKey);
    expect(await messageOf(open(randomBytes(32)))).toMatch(
      /^ConfigError MASTER_KEY: .*does not open what is sealed in this database; use the one it was sealed with$/,
    );
    expect(await listKeys(test.database.db)).toEqual([]);
    const keys = await open(masterKey);
    expect(keys.lookup('numbers')).toEqual(deriveKey(masterKey, 'numbers'));
    const { body_sealed } = await test.database.db
      .selectFrom('outgoing_mail')
      .select('body_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(keys.sealer('mail bodies').open(body_sealed, id)).toBe('an old mail');
  });
});

describe('T85: a later start', () => {
  it('with another master key fails in words that name the right one, and changes nothing', async () => {
    const [right, wrong] = [randomBytes(32), randomBytes(32)];
    await forgetKeys();
    await test.database.db.deleteFrom('outgoing_mail').execute();
    const { masterId } = await open(right);
    const before = await listKeys(test.database.db);
    expect(await messageOf(open(wrong))).toBe(
      `ConfigError MASTER_KEY: what it is set to (not shown) (id ${createKeyRing(wrong).masterId}) does not open the keys of this database; use the master key with the id ${masterId}: without it nothing that is sealed here can be read`,
    );
    expect((await listKeys(test.database.db)).map(({ sealed }) => sealed)).toEqual(before.map(({ sealed }) => sealed));
    const early = requireMasterKey({ config: { keys: createKeyRing(wrong) }, db: test.database.db });
    expect(await messageOf(early)).toContain(`the master key with the id ${masterId}`);
    expect(await messageOf(open(right))).toBeNull();
  });
});

describe('a running process', () => {
  it('learns a key soon after a value named it', async () => {
    const masterKey = randomBytes(32);
    await forgetKeys();
    const [running, rotating] = [await open(masterKey), await open(masterKey)];
    const lines: string[] = [];
    const note = (event: string) => void lines.push(event);
    const logger = { info: note, warn: note, error: note };
    const stop = watchKeys({ config: { keys: running }, database: test.database, logger });
    try {
      await test.database.db
        .insertInto('data_keys')
        .values({ id: 2, sealed: rotating.wrap(2, randomBytes(32)), master_id: rotating.masterId })
        .execute();
      rotating.learn(await listKeys(test.database.db));
      const value = rotating.sealer('notes').seal('text', 'me');
      expect(idOfSealed(value)).toBe(2);
      const read = () => {
        try {
          return running.sealer('notes').open(value, 'me');
        } catch {
          return null;
        }
      };
      expect(read()).toBeNull();
      await expect.poll(read, { timeout: 4_000 }).toBe('text');
      expect(lines).toEqual([]);
    } finally {
      await stop();
    }
  });
});
