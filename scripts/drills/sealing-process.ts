import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sealedColumns } from '../../apps/server/src/joins/sealed-columns.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { openKeys, watchKeys } from '../../apps/server/src/platform/data-keys.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { idOfSealed } from '../../apps/server/src/platform/key-ring.ts';

// One process of the drill "rotate": seals, signs and reads the rows of `safety_contacts` until it is ended, and then
// prints what it saw. Arguments: its number, and how many there are. Each writes its own rows and reads all.

export interface Seen {
  written: number;
  read: number;
  /** Values that did not open, were not the last written, or whose signature did not hold. */
  lost: string[];
  /** Values this process sealed by each key. */
  byKey: Record<string, number>;
}

const [own = 0, of = 1] = process.argv.slice(2).map(Number);
const config = readConfig(process.env);
const url = config.databaseUrl ?? '';
const database = openDatabase(url, { size: 3, applicationName: `vlam drill ${own}` });
const lines: string[] = [];
const note = (event: string) => void lines.push(event);
await openKeys({ config, db: database.db }, sealedColumns);
const stopWatching = watchKeys({ config, database, logger: { info: note, warn: note, error: note } });
const sealer = config.keys.sealer('safety contacts sealed');
const signer = config.keys.signer('email confirmation', 32);
const seen: Seen = { written: 0, read: 0, lost: [], byKey: {} };
const latest = new Map<string, number>();
let isOver = false;
process.on('SIGTERM', () => {
  isOver = true;
});

const hashOf = (text: string) => (key: Parameters<typeof createHmac>[1]) =>
  createHmac('sha256', key).update(text).digest();

function readRow(id: string, stored: Buffer): void {
  seen.read += 1;
  try {
    const { turn, name, signed } = JSON.parse(sealer.open(stored, id)) as {
      turn: number;
      name: string;
      signed: string;
    };
    if (!signer.verify(signed, hashOf(name))) seen.lost.push(`${id}: the signature does not hold`);
    const expected = latest.get(id);
    if (expected !== undefined && turn !== expected) seen.lost.push(`${id}: turn ${turn} instead of ${expected}`);
  } catch (error) {
    seen.lost.push(`${id}: ${(error as Error).message}`);
  }
}

async function work(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select account_id as id from safety_contacts order by account_id');
  const ids = rows.map(({ id }) => id);
  console.log('working');
  for (let turn = 0; !isOver; turn += 1) {
    const id = ids[turn % ids.length] ?? '';
    const found = await pool.query<{ sealed: Buffer }>('select sealed from safety_contacts where account_id = $1', [
      id,
    ]);
    if (found.rows[0]) readRow(id, found.rows[0].sealed);
    if (turn % of === own) {
      const name = `Contact ${own} ${turn}`;
      const sealed = sealer.seal(
        JSON.stringify({ turn, name, email: 'a@vlam.test', signed: signer.sign(hashOf(name)) }),
        id,
      );
      await pool.query('update safety_contacts set sealed = $2 where account_id = $1', [id, sealed]);
      latest.set(id, turn);
      seen.written += 1;
      const key = String(idOfSealed(sealed));
      seen.byKey[key] = (seen.byKey[key] ?? 0) + 1;
    }
    await sleep(4);
  }
  // What it wrote last is there, whatever was sealed anew at the same time.
  for (const id of ids) {
    const last = await pool.query<{ sealed: Buffer }>('select sealed from safety_contacts where account_id = $1', [id]);
    if (last.rows[0]) readRow(id, last.rows[0].sealed);
  }
}

await work(database.pool);
await stopWatching();
await database.close();
console.log(JSON.stringify(seen));
