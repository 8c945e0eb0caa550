import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { demoPassword, signIn } from '../../e2e/support/people.ts';
import { root } from '../steps.ts';

// What several drills do.

export type Started = ChildProcess & { output(): string };

/** Keeps what a program prints. */
export function keepOutput(child: ChildProcess): Started {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return Object.assign(child, { output: () => output });
}

/** Starts a script of this repository with these settings and none of this shell's. */
export const runScript = (script: string, args: readonly string[], env: Record<string, string>): Started =>
  keepOutput(
    spawn(process.execPath, [join(root, script), ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

/** One statement over a connection of its own. */
export async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Rows that a restore must bring back, by table. */
export const countRows = async (url: string): Promise<Record<string, number>> =>
  (
    await query<Record<string, number>>(
      url,
      `select (select count(*)::int from accounts) as accounts, (select count(*)::int from content_items) as items,
          (select count(*)::int from media) as media, (select count(*)::int from messages) as messages,
          (select count(*)::int from ledger_transfers) as postings`,
    )
  )[0] ?? {};

export interface Sent {
  clientId: string;
  /** When the server acknowledged it. */
  at: number;
}

/** A fan's messages, each charged, one after the other, until a moment. */
export async function writeMessages(url: string, databaseUrl: string, until: number): Promise<Sent[]> {
  const cookie = await signIn(url, 'fan@vlam.test', demoPassword);
  const [creator] = await query<{ id: string }>(
    databaseUrl,
    "select profile_id as id from accounts where email = 'creator@vlam.test'",
  );
  const sent: Sent[] = [];
  let payCredits: number | undefined;
  while (Date.now() < until) {
    const clientId = randomUUID();
    const response = await fetch(`${url}/api/conversations/${creator?.id}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify({ content: `Written at ${new Date().toISOString()}`, clientId, payCredits }),
    });
    if (response.ok) sent.push({ clientId, at: Date.now() });
    else {
      const refusal = (await response.json()) as { code: string; message: string; details?: { cost?: number } };
      // The day's free messages are used, and the others say what they cost.
      if (refusal.code === 'MESSAGE_QUOTA_USED') payCredits = refusal.details?.cost;
      else if (response.status === 429) await sleep(1_000);
      else throw new Error(`a message was refused: ${refusal.message}`);
    }
    await sleep(50);
  }
  return sent;
}

export interface Loss {
  missing: number;
  /** From the first missing message until the machine was lost; 0 when none is missing. */
  seconds: number;
  /** Missing although a later one is there. */
  holes: number;
}

/** Which of the acknowledged messages a restored database has not. */
export async function lossOf(databaseUrl: string, sent: readonly Sent[], lostAt: number): Promise<Loss> {
  const found = await query<{ id: string }>(
    databaseUrl,
    'select client_id as id from messages where client_id = any($1::text[])',
    [sent.map(({ clientId }) => clientId)],
  );
  const present = new Set(found.map(({ id }) => id));
  const missing = sent.filter(({ clientId }) => !present.has(clientId));
  const last = sent.findLastIndex(({ clientId }) => present.has(clientId));
  return {
    missing: missing.length,
    seconds: missing[0] ? (lostAt - missing[0].at) / 1000 : 0,
    holes: sent.slice(0, last + 1).filter(({ clientId }) => !present.has(clientId)).length,
  };
}
