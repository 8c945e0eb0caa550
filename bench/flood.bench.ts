import { setTimeout as sleep } from 'node:timers/promises';
import { realtimeLimits } from '@vlam/contract/realtime';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createRunningClock } from '../apps/server/test/clock.ts';
import { aProfile, type TestProfile } from '../apps/server/test/factories.ts';
import { freePort } from '../apps/server/test/server.ts';
import { chatPairs } from './lib/chat-pairs.ts';
import type { FloodCommand, FloodReport } from './lib/flood-load.ts';
import type { MessageCommand, MessageReport } from './lib/message-load.ts';
import type { Question } from './lib/question.ts';
import type { Row } from './lib/report.ts';
import type { LoadCommand, LoadReport } from './lib/socket-load.ts';
import type { Command, Report } from './lib/socket-server.ts';
import { startChild } from './lib/spoken-child.ts';
import type { Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const pages = 10_000;
const eachHas = realtimeLimits.connectionsPerAccount;
const pairs = 50;
const signalsPerSecond = 200;
const messagesPerSecond = 100;
const goalMs = 200;
const names = {
  'signals calm': 'a signal to pages, calm',
  'signals flooded': 'a signal to pages, one floods and one never reads',
  'messages calm': 'a message to the other, calm',
  'messages flooded': 'a message to the other, one floods and one never reads',
} as const;
type Name = keyof typeof names;

export const question: Question = {
  name: 'flood',
  title: `How long do ${pages.toLocaleString('en-ZA')} pages wait while one floods and another never reads?`,
  goal: `99 of 100 told within ${goalMs} ms (T67).`,
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('flood');
    const environment = benchEnvironment(url);
    const app = { db: database.db, clock: createRunningClock(), config: readConfig(environment) };
    const members: TestProfile[] = [];
    for (let member = 0; member < pages / eachHas; member += 1) members.push(await aProfile(app));
    const writers = await chatPairs(database, app.config, pairs);
    const [flooder, deaf] = [await aProfile(app), await aProfile(app)];
    await database.pool.query('vacuum analyze');

    const port = await freePort();
    const server = startChild<Command, Report>('socket-server.ts', {
      ...environment,
      SOCKET_KIND: 'product',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
    await server.hear('port');
    const load = startChild<LoadCommand, LoadReport>('socket-load.ts', {});
    load.say({
      open: {
        url: `ws://127.0.0.1:${port}/realtime`,
        headers: Array.from({ length: pages }, (_, index) => ({
          cookie: members[index % members.length]?.cookie ?? '',
          origin: `http://127.0.0.1:${port}`,
        })),
      },
    });
    const { opened } = await load.hear('opened');
    const chat = startChild<MessageCommand, MessageReport>('message-load.ts', {});
    chat.say({ open: { kind: 'product', port, people: writers } });
    await chat.hear('opened');
    const bad = startChild<FloodCommand, FloodReport>('flood-load.ts', {});
    log(`${pages} pages opened in ${(opened / 1_000).toFixed(1)} s`);

    const recipients = members.map(({ accountId }) => accountId);
    const told = async (ms: number, isFlooded: boolean): Promise<{ signals: Round; messages: Round }> => {
      load.say({ begin: true });
      server.say({
        steady: { recipients, perSecond: signalsPerSecond, ms, ...(isFlooded ? { deaf: deaf.accountId } : {}) },
      });
      chat.say({ round: { ms, perSecond: messagesPerSecond } });
      const [{ steadied }, { done: messages }] = await Promise.all([server.hear('steadied'), chat.hear('done')]);
      // The last are on their way.
      await sleep(500);
      load.say({ end: true });
      const { round } = await load.hear('round');
      const { received } = await load.hear('received');
      const failed = steadied.words * eachHas - received;
      return { signals: { ...round, perSecond: received / (ms / 1_000), failed }, messages };
    };

    const found: Record<Name, Round[]> = {
      'signals calm': [],
      'signals flooded': [],
      'messages calm': [],
      'messages flooded': [],
    };
    const floods: FloodReport['flooded'][] = [];
    await told(3_000, false);
    for (let round = 0; round < rounds; round += 1) {
      const calm = await told(seconds * 1_000, false);
      bad.say({ begin: { port, flooder: flooder.cookie, deaf: deaf.cookie } });
      const flooded = await told(seconds * 1_000, true);
      bad.say({ end: true });
      floods.push((await bad.hear('flooded')).flooded);
      for (const [name, { signals, messages }] of [
        ['calm', calm],
        ['flooded', flooded],
      ] as const) {
        found[`signals ${name}`].push(signals);
        found[`messages ${name}`].push(messages);
        log(
          `${name}: p99 of signals ${signals.p99.toFixed(1)} ms, of messages ${messages.p99.toFixed(1)} ms; lost ${signals.failed} and ${messages.failed}`,
        );
      }
      log(JSON.stringify(floods.at(-1)));
    }
    await Promise.all([server.stop(), load.stop(), chat.stop(), bad.stop()]);
    await database.close();

    const worst = (name: Name) => Math.max(...found[name].map((round) => round.p99));
    const sum = (what: keyof FloodReport['flooded']) => floods.reduce((all, flood) => all + flood[what], 0);
    const count = (value: number) => value.toLocaleString('en-ZA');
    return {
      rows: (Object.keys(names) as Name[]).map((name): Row => ({ name: names[name], rounds: found[name] })),
      verdicts: [
        ...(['signals', 'messages'] as const).map((what) => ({
          claim: `99 of 100 ${what} within ${goalMs} ms while one floods, in the worst round too`,
          reached: worst(`${what} flooded`) < goalMs,
          seen: `${worst(`${what} flooded`).toFixed(1)} ms, ${worst(`${what} calm`).toFixed(1)} ms when nobody does`,
        })),
        {
          claim: 'whoever floods or does not read is cut each time',
          reached: sum('cut') > 0 && sum('deafCut') >= rounds,
          seen: `the one who floods ${count(sum('cut'))} times of ${count(sum('admitted'))}, beside ${count(sum('refused'))} refusals; the one who does not read ${count(sum('deafCut'))} times`,
        },
      ],
      notes: [
        `${count(members.length)} members with ${eachHas} pages each, told ${count(signalsPerSecond * eachHas)} signals a second; beside them ${pairs} pairs of people write ${messagesPerSecond} messages a second to each other, which are stored durably. A word counts from before it is said until it has come.`,
        `One member floods by ten connections, as many as an account may have, with words that are understood, words that are not, words of 60 KB, heartbeats and pings: ${count(sum('words'))} frames in all. Cut, it comes back at once, and again when it is refused; its budgets are the real ones. Another reads nothing of 3 MB a second that it is told.`,
        'One server process, PostgreSQL, all pages and whoever floods share the same cores.',
      ],
    };
  },
};
