import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { liveHeaderBytes } from '@vlam/contract/rules/lives';
import type { Context } from '../src/context.ts';
import { errorFields } from '../src/platform/logger.ts';
import { planShows } from './planned-shows.ts';
import { findOrStart, gather, type SampleShow, talk } from './show-people.ts';

/** Shows of sample creators that really play: light, without people, sent as a broadcasting browser would. */
export const sampleShows: readonly SampleShow[] = [
  {
    loop: 'candle',
    viewers: 34,
    body: {
      ...{
        title: 'One candle, all evening',
        category: 'art',
        audience: 'tickets',
        classification: '16',
        replay: 'none',
      },
      goal: { title: 'A second candle', credits: 500 },
    },
  },
  {
    loop: 'water',
    viewers: 18,
    body: {
      ...{ title: 'Light on still water', category: 'other', audience: 'free', classification: '13', replay: 'none' },
      goal: { title: 'Rain, later on', credits: 300 },
    },
  },
  {
    loop: 'neon',
    viewers: 11,
    body: {
      ...{ title: 'Slow neon', category: 'music', audience: 'tickets', classification: '16', replay: 'none' },
      ticketCredits: 40,
    },
  },
];

const tickMs = 100;
const retryMs = 5_000;
const peopleMs = 10_000;
const planIntervalMs = 3_600_000;
/** After a pause of the machine the show begins again, instead of sending what was missed. */
const maxBehindUs = 8_000_000;

interface Loop {
  hello: object;
  messages: readonly Buffer[];
  lengthUs: number;
}

/** Reads a file of `make-shows.ts`: a line of JSON, then messages of the wire. */
async function readLoop(name: string): Promise<Loop> {
  const file = await readFile(join(import.meta.dirname, `show-${name}.bin`));
  const begin = file.indexOf('\n') + 1;
  const messages: Buffer[] = [];
  for (let at = begin; at < file.length; ) {
    const end = at + liveHeaderBytes + file.readUInt32BE(at + 13);
    messages.push(file.subarray(at, end));
    at = end;
  }
  const last = messages.at(-1);
  if (!last) throw new Error(`the show ${name} has no pictures`);
  const lengthUs = last.readDoubleBE(1) + last.readUInt32BE(9);
  return { hello: JSON.parse(file.toString('utf8', 0, begin)), messages, lengthUs };
}

/** The message of a place in the endless show, with the time of that place. */
function messageAt({ messages, lengthUs }: Loop, place: number): { message: Buffer; atUs: number } {
  const round = Math.floor(place / messages.length);
  const message = Buffer.from(messages[place % messages.length] as Buffer);
  const atUs = message.readDoubleBE(1) + round * lengthUs;
  message.writeDoubleBE(atUs, 1);
  return { message, atUs };
}

/** Sends one show until the returned function is called; begins it again whenever it ended. */
async function runShow(context: Context, show: SampleShow): Promise<() => Promise<void>> {
  const { lives, logger, database } = context;
  const loop = await readLoop(show.loop);
  let isStopped = false;

  /** Resolves when the show is over, sent by another process, or the machine paused. */
  async function send(): Promise<void> {
    const access = await findOrStart(context, show);
    if (!access) return;
    const hello = JSON.stringify({ ...loop.hello, key: access.ingestKey });
    const broadcast = await lives.ingest.openLocal(access.id, hello);
    if (!broadcast) return;
    const began = performance.now();
    let place = 0;
    let next = messageAt(loop, place);
    let peopleAt = 0;
    let people: Promise<void> | null = null;
    while (!isStopped && broadcast.isOpen) {
      const nowUs = (performance.now() - began) * 1000;
      if (nowUs - next.atUs > maxBehindUs) return;
      for (; next.atUs <= nowUs; next = messageAt(loop, place)) {
        broadcast.take(next.message);
        place += 1;
      }
      if (performance.now() >= peopleAt) {
        peopleAt = performance.now() + peopleMs;
        people = gather(database.pool, access.id, show.viewers)
          .then(() => talk(database.pool, access.id))
          .catch((error) => logger.warn('a sample show has no viewers', errorFields(error)));
      }
      await pause(tickMs);
    }
    await people;
  }
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });

  const running = (async () => {
    while (!isStopped) {
      await send().catch((error) => logger.warn('a sample show was interrupted', errorFields(error)));
      if (!isStopped) await pause(retryMs);
    }
  })();
  return async () => {
    isStopped = true;
    wake();
    await running;
  };
}

/** Sends the sample shows until stopped, and keeps some announced. One process at a time sends each. */
export async function startShows(context: Context): Promise<() => Promise<void>> {
  const plan = () =>
    planShows(context).catch((error) => context.logger.warn('no sample show is announced', errorFields(error)));
  await plan();
  const planning = setInterval(plan, planIntervalMs);
  const stops = await Promise.all(sampleShows.map((show) => runShow(context, show)));
  return async () => {
    clearInterval(planning);
    await Promise.all(stops.map((stop) => stop()));
  };
}
