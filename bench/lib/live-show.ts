import { fork } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveChunk } from '@vlam/contract/rules/lives';
import { accessUnit, type TestBroadcast } from '../../apps/server/test/live-shows.ts';
import type { ViewersPlan, ViewersRound } from './live-viewers-process.ts';

/** Where a show is loaded from. */
export interface LiveFeed {
  /** Path of its files, with a slash at the end. */
  folder: string;
  /** Whether its list can be asked for before it has changed. */
  blocks: boolean;
  /** Pause between two lists where it cannot. */
  pollMs: number;
}

export interface ListedPart {
  number: number;
  part: number;
  address: string;
}

const framesPerSecond = 30;
const keyEvery = 60;
/** At the end of each frame: when it was sent. */
const stampBytes = 8;

/** The parts that a list names, oldest first. */
export const partsIn = (list: string): ListedPart[] =>
  [...list.matchAll(/#EXT-X-PART:[^\n]*URI="(p(\d+)\.(\d+)\.m4s[^"]*)"/g)].map(([, address = '', number, part]) => ({
    address,
    number: Number(number),
    part: Number(part),
  }));

/** The query that waits for the part which a list announces. */
export function waitingQuery(list: string): string {
  const [, number, part] = /#EXT-X-PRELOAD-HINT:[^\n]*URI="p(\d+)\.(\d+)\.m4s/.exec(list) ?? [];
  return number === undefined ? '' : `?_HLS_msn=${number}&_HLS_part=${part}`;
}

export const nextOf = (parts: readonly ListedPart[], last: Pick<ListedPart, 'number' | 'part'>): ListedPart[] =>
  parts.filter(({ number, part }) => number > last.number || (number === last.number && part > last.part));

/** When the last frame of a part was sent, in milliseconds since 1970. */
export const sentAt = (part: Buffer): number => part.readDoubleBE(part.length - stampBytes);

/** Sends frames of so many bits a second in real time, each with its moment, until stopped. */
export function sendFrames(broadcast: TestBroadcast, bitsPerSecond: number): () => void {
  const bytes = Math.round(bitsPerSecond / 8 / framesPerSecond);
  const frames = { key: accessUnit(true, bytes * 3), delta: accessUnit(false, Math.round(bytes * 0.966)) };
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * framesPerSecond);
    for (; sent < due; sent += 1) {
      const kind = sent % keyEvery === 0 ? 'key' : 'delta';
      const frame = Buffer.from(frames[kind]);
      frame.writeDoubleBE(Date.now(), frame.length - stampBytes);
      const chunk: LiveChunk = {
        kind,
        timestamp: Math.round((sent * 1e6) / framesPerSecond),
        duration: Math.round(1e6 / framesPerSecond),
        bytes: frame,
      };
      broadcast.send([chunk]);
    }
  }, 5);
  return () => clearInterval(timer);
}

/** Writes each part and each list of a show to a folder as soon as it exists, for a plain file server. */
export async function mirrorShow(
  { url, cookie, id }: { url: string; cookie: string; id: string },
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const get = (name: string) => fetch(`${url}/m/live/${id}/${name}`, { headers, signal });
  const written: string[] = [];
  let last: ListedPart | null = null;
  let wait = '';
  while (!signal.aborted) {
    const answer = await get(`index.m3u8${wait}`);
    if (!answer.ok) {
      await sleep(100);
      continue;
    }
    const list = await answer.text();
    wait = waitingQuery(list);
    const parts = partsIn(list);
    const fresh: ListedPart[] = last ? nextOf(parts, last) : parts;
    for (const part of fresh) {
      const [name = ''] = part.address.split('?');
      writeFileSync(join(folder, name), Buffer.from(await (await get(part.address)).arrayBuffer()));
      written.push(name);
      last = part;
    }
    // Whole segments are listed too, and no viewer here loads them.
    writeFileSync(join(folder, 'next'), list.replaceAll(/\?e=[^"\n]*/g, ''));
    renameSync(join(folder, 'next'), join(folder, 'index.m3u8'));
    while (written.length > 100) rmSync(join(folder, written.shift() ?? ''));
  }
}

export function runViewers(plan: ViewersPlan): Promise<ViewersRound> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'live-viewers-process.ts'), { serialization: 'advanced' });
    child.once('message', (round) => {
      resolve(round as ViewersRound);
      child.kill();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the viewers ended with ${code}`)));
    child.send(plan);
  });
}
