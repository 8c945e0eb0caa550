import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { aProfile } from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';
import { sealedColumns } from '../joins/sealed-columns.ts';
import { listKeys, openKeys } from './data-keys.ts';
import { createKeyRing, idOfSealed, type KeyRing } from './key-ring.ts';
import { deriveKey, sealBytes } from './keys.ts';
import { beginRotation, changeMasterKey, type Rotation, reseal, retire, rotate, untilSealing } from './rotate-keys.ts';
import { countSealedBy, exchangeSealed, findSealed } from './sealed-values.ts';

// One installation through its life, in the order of its tests: it was there before data keys were.
const t = useTestApp();
const people: string[] = [];
let masterKey: Buffer;
let keys: KeyRing;
const lines: string[] = [];
const columnOf = (table: string) => sealedColumns.find((column) => column.table === table) as (typeof sealedColumns)[0];
const contacts = columnOf('safety_contacts');
const purpose = 'safety contacts sealed';

const rotation = (more: Partial<Rotation> = {}): Rotation => ({
  ...{ db: t.db, keys, columns: sealedColumns, learnMs: 0, say: (line) => void lines.push(line) },
  ...more,
});
/** The keys as another process that starts now has them. */
async function newProcess(key = masterKey): Promise<KeyRing> {
  const ring = createKeyRing(key);
  await openKeys({ config: { keys: ring }, db: t.db }, sealedColumns);
  return ring;
}
const storedOf = async (accountId: string): Promise<Buffer> =>
  (
    await t.db
      .selectFrom('safety_contacts')
      .select('sealed')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).sealed;
const put = (accountId: string, sealed: Buffer) =>
  t.db.updateTable('safety_contacts').set({ sealed }).where('account_id', '=', accountId).execute();
const read = async (ring: KeyRing, accountId: string) =>
  ring.sealer(purpose).open(await storedOf(accountId), accountId);
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error.message,
  );
const idsOf = async () => (await listKeys(t.db)).map(({ id }) => id);

beforeAll(async () => {
  masterKey = Buffer.from(t.masterKey, 'hex');
  const old = deriveKey(masterKey, purpose);
  for (let count = 0; count < 230; count += 1) people.push((await aProfile(t)).accountId);
  await t.db
    .insertInto('safety_contacts')
    .values(
      people.map((account_id) => ({
        ...{ account_id, contact_index: randomBytes(32), token_hash: randomBytes(32), created_at: new Date() },
        sealed: sealBytes(old, Buffer.from(`contact of ${account_id}`), account_id),
      })),
    )
    .execute();
  await t.db
    .insertInto('held_rows')
    .values({
      ...{ table_name: 'safety_contacts', account_id: people[0] as string },
      content: JSON.stringify({
        account_id: people[0],
        sealed: `\\x${sealBytes(old, Buffer.from('a held contact'), people[0] as string).toString('hex')}`,
      }),
    })
    .execute();
  keys = await newProcess();
});

describe('npm run keys:rotate', () => {
  it('leaves what is sealed alone until the new key seals everywhere', async () => {
    const behind = await newProcess();
    const { id, isNew } = await beginRotation(rotation({ learnMs: 600 }));
    expect([id, isNew]).toEqual([2, true]);
    expect(idOfSealed(keys.sealer(purpose).seal('text', 'me'))).toBe(1);
    // A process reads the keys in this time: it does not seal with the new one yet, and will be able to open it.
    behind.learn(await listKeys(t.db));
    await untilSealing(rotation(), id);
    const value = keys.sealer(purpose).seal('text', 'me');
    expect(idOfSealed(value)).toBe(2);
    expect(behind.sealer(purpose).open(value, 'me')).toBe('text');
  });

  it('goes on where it was killed, with the key it had made', async () => {
    let values = 0;
    const dying: KeyRing = {
      ...keys,
      sealer(name) {
        values += 1;
        if (values > 120) throw new Error('killed');
        return keys.sealer(name);
      },
    };
    expect(await messageOf(rotate(rotation({ keys: dying })))).toBe('killed');
    expect(await countSealedBy(t.db, contacts, 1)).toBeGreaterThan(100);
    // What was sealed anew and what was not opens alike, in a process that was there before.
    for (const accountId of people) expect(await read(keys, accountId)).toBe(`contact of ${accountId}`);
    const { id, resealed, unopened } = await rotate(rotation());
    expect([id, unopened]).toEqual([2, []]);
    expect(resealed).toBe(111);
    expect(await idsOf()).toEqual([0, 1, 2]);
    for (const accountId of people) {
      expect(idOfSealed(await storedOf(accountId))).toBe(2);
      expect(await read(keys, accountId)).toBe(`contact of ${accountId}`);
    }
  });

  it('seals anew what is kept of removed rows', async () => {
    const held = await t.db.selectFrom('held_rows').select('content').executeTakeFirstOrThrow();
    const { sealed } = held.content as { sealed: string };
    const value = Buffer.from(sealed.slice(2), 'hex');
    expect(idOfSealed(value)).toBe(2);
    expect(keys.sealer(purpose).open(value, people[0] as string)).toBe('a held contact');
  });

  it('never writes over what another process wrote since it read', async () => {
    const [one = ''] = people;
    const [found] = await findSealed(t.db, contacts, { limit: 1 });
    if (!found) throw new Error('nothing is sealed');
    expect(found.at).toEqual([[...people].sort()[0]]);
    const owner = found.at[0] ?? one;
    await put(owner, keys.sealer(purpose).seal('written since', owner));
    expect(await exchangeSealed(t.db, contacts, found, Buffer.from('stale'))).toBe(false);
    expect(await read(keys, owner)).toBe('written since');
  });

  it('loses nothing while members write, and two at once make one key', async () => {
    let isOver = false;
    const latest = new Map<string, string>();
    // A process that has learned the new key, and writes all the time.
    const writing = (async () => {
      const own = await newProcess();
      for (let turn = 0; !isOver; turn += 1) {
        const accountId = people[turn % people.length] as string;
        own.learn(await listKeys(t.db));
        const text = `turn ${turn}`;
        await put(accountId, own.sealer(purpose).seal(text, accountId));
        latest.set(accountId, text);
        expect(await read(own, accountId)).toBe(text);
      }
    })();
    const other = await newProcess();
    const [first, second] = await Promise.all([
      rotate(rotation({ learnMs: 200 })),
      rotate(rotation({ learnMs: 200, keys: other })),
    ]);
    isOver = true;
    await writing;
    expect([first.id, second.id]).toEqual([3, 3]);
    expect(await idsOf()).toEqual([0, 1, 2, 3]);
    expect(latest.size).toBeGreaterThan(10);
    const late = await newProcess();
    for (const [accountId, text] of latest) expect(await read(late, accountId)).toBe(text);
    for (const column of sealedColumns) expect(await countSealedBy(t.db, column, 2)).toBe(0);
  });

  it('reports a value that does not open, leaves it, and does not call itself done', async () => {
    const [one = ''] = people;
    const whole = await storedOf(one);
    const broken = Buffer.from(whole);
    broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;
    await put(one, broken);
    const { id, unopened } = await rotate(rotation());
    expect([id, unopened]).toEqual([4, [`safety_contacts.sealed ${one}`]]);
    expect(await storedOf(one)).toEqual(broken);
    expect(await messageOf(retire(rotation(), 3, { now: true }))).toMatch(/^Key 3 is in use/);
    await put(one, whole);
    expect(await rotate(rotation())).toMatchObject({ id: 4, unopened: [] });
  });
});

describe('T85: --retire', () => {
  it('refuses in words while the key is needed', async () => {
    expect(await messageOf(retire(rotation(), 9, { now: true }))).toBe('There is no data key 9.');
    expect(await messageOf(retire(rotation(), 0, { now: true }))).toBe('There is no data key 0.');
    expect(await messageOf(retire(rotation(), 4, { now: true }))).toMatch(/^Key 4 is in use/);
    expect(await messageOf(retire(rotation(), 1, { now: false }))).toMatch(
      /^Links in mails may still be signed by key 1/,
    );
    const [one = ''] = people;
    const whole = await storedOf(one);
    // Of key 1, since it has no mark.
    await put(one, sealBytes(deriveKey(masterKey, purpose), Buffer.from('late'), one));
    expect(await messageOf(retire(rotation(), 1, { now: true }))).toBe(
      'Key 1 still seals safety_contacts.sealed (1): run "npm run keys:rotate".',
    );
    await put(one, whole);
  });

  it('waits for transactions that may store what they read before', async () => {
    const order: string[] = [];
    const busy = t.db.transaction().execute(async (tx) => {
      await tx.selectFrom('accounts').select('id').limit(1).execute();
      await sleep(450);
      order.push('transaction');
    });
    await sleep(100);
    await retire(rotation(), 2, { now: true });
    order.push('retired');
    await busy;
    expect(order).toEqual(['transaction', 'retired']);
  });

  it('ends what the key sealed, in every process, and keeps keyed hashes', async () => {
    const running = await newProcess();
    const old = sealBytes(deriveKey(masterKey, purpose), Buffer.from('old'), 'me');
    expect(running.sealer(purpose).open(old, 'me')).toBe('old');
    await retire(rotation(), 1, { now: true });
    expect(await messageOf(retire(rotation(), 1, { now: true }))).toBe('Key 1 is retired already.');
    running.learn(await listKeys(t.db));
    for (const ring of [running, keys, await newProcess()]) {
      expect(() => ring.sealer(purpose).open(old, 'me')).toThrow('data key 1 is retired');
      expect(ring.lookup('id number index')).toEqual(deriveKey(masterKey, 'id number index'));
      for (const accountId of people) expect(await read(ring, accountId)).toMatch(/^(contact|turn|written)/);
    }
  });
});

describe('--master', () => {
  it('seals the data keys with another master key, and no value', async () => {
    const [one = ''] = people;
    const before = await storedOf(one);
    const next = randomBytes(32);
    const running = await newProcess();
    expect(await changeMasterKey(t.db, keys, createKeyRing(next))).toBe(5);
    // It is ended and run again.
    expect(await changeMasterKey(t.db, keys, createKeyRing(next))).toBe(0);
    expect(await messageOf(newProcess())).toContain(`use the master key with the id ${createKeyRing(next).masterId}`);
    const started = await newProcess(next);
    expect(await storedOf(one)).toEqual(before);
    expect(await read(started, one)).toBe(await read(running, one));
    expect(running.learn(await listKeys(t.db))).toEqual([]);
    expect(
      await messageOf(changeMasterKey(t.db, createKeyRing(randomBytes(32)), createKeyRing(randomBytes(32)))),
    ).toMatch(/^Key 0 is sealed by the master key/);
    expect((await reseal(rotation({ keys: started }), 4)).resealed).toBe(0);
  });
});
