import { setTimeout as sleep } from 'node:timers/promises';
import { realtimeLimits } from '@vlam/contract/realtime';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createRunningClock } from '../apps/server/test/clock.ts';
import { aProfile, type TestProfile } from '../apps/server/test/factories.ts';
import { freePort } from '../apps/server/test/server.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { chatPairs } from './lib/chat-pairs.ts';
import { startChild } from './lib/child-process.ts';
import type { FloodCommand, FloodReport } from './lib/flood-load.ts';
import type { MessageCommand, MessageReport } from './lib/message-load.ts';
import type { Row } from './lib/report.ts';
import type { LoadCommand, LoadReport } from './lib/socket-load.ts';
import type { Command, Report } from './lib/socket-server.ts';
import type { Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const connections = 10_000;
const connectionsEach = realtimeLimits.connectionsPerAccount;
const pairs = 50;
const signalsPerSecond = 200;
const messagesPerSecond = 100;
const goalMs = 200;
const names = {
  'signals calm': 'a signal to connections, calm',
  'signals flooded': 'a signal to connections, one member floods and one never reads',
  'messages calm': 'a message to the other member, calm',
  'messages flooded': 'a message to the other member, one member floods and one never reads',
} as const;
type Name = keyof typeof names;

export const benchmark: Benchmark = {
  name: 'flood',
  title: `How long do ${connections.toLocaleString('en-ZA')} connections wait while one member floods and another never reads?`,
  goal: `p99 of delivery under ${goalMs} ms (T67).`,
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('flood');
    const environment = benchEnvironment(url);
    const app = { db: database.db, clock: createRunningClock(), config: readConfig(environment) };
    const members: TestProfile[] = [];
    for (let member = 0; member < connections / connectionsEach; member += 1) members.push(await aProfile(app));
    const writers = await chatPairs(database, app.config, pairs);
    const [flooder, nonReader] = [await aProfile(app), await aProfile(app)];
    await database.pool.query('vacuum analyze');

    const port = await freePort();
    const server = startChild<Command, Report>('socket-server.ts', {
      ...environment,
      SOCKET_KIND: 'product',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
    await server.receive('port');
    const load = startChild<LoadCommand, LoadReport>('socket-load.ts', {});
    load.send({
      open: {
        url: `ws://127.0.0.1:${port}/realtime`,
        headers: Array.from({ length: connections }, (_, index) => ({
          cookie: members[index % members.length]?.cookie ?? '',
          origin: `http://127.0.0.1:${port}`,
        })),
      },
    });
    const { opened } = await load.receive('opened');
    const chat = startChild<MessageCommand, MessageReport>('message-load.ts', {});
    chat.send({ open: { kind: 'product', port, people: writers } });
    await chat.receive('opened');
    const attackers = startChild<FloodCommand, FloodReport>('flood-load.ts', {});
    log(`${connections} pages opened in ${(opened / 1_000).toFixed(1)} s`);

    const recipients = members.map(({ accountId }) => accountId);
    const measure = async (ms: number, isFlooded: boolean): Promise<{ signals: Round; messages: Round }> => {
      load.send({ begin: true });
      server.send({
        steady: {
          recipients,
          perSecond: signalsPerSecond,
          ms,
          ...(isFlooded ? { nonReader: nonReader.accountId } : {}),
        },
      });
      chat.send({ round: { ms, perSecond: messagesPerSecond } });
      const [{ steadyDone }, { done: messages }] = await Promise.all([
        server.receive('steadyDone'),
        chat.receive('done'),
      ]);
      // Waits for the last events.
      await sleep(500);
      load.send({ end: true });
      const { round } = await load.receive('round');
      const { received } = await load.receive('received');
      const failed = steadyDone.events * connectionsEach - received;
      return { signals: { ...round, perSecond: received / (ms / 1_000), failed }, messages };
    };

    const found: Record<Name, Round[]> = {
      'signals calm': [],
      'signals flooded': [],
      'messages calm': [],
      'messages flooded': [],
    };
    const floods: FloodReport['flooded'][] = [];
    await measure(3_000, false);
    for (let round = 0; round < rounds; round += 1) {
      const calm = await measure(seconds * 1_000, false);
      attackers.send({ begin: { port, flooder: flooder.cookie, nonReader: nonReader.cookie } });
      const flooded = await measure(seconds * 1_000, true);
      attackers.send({ end: true });
      floods.push((await attackers.receive('flooded')).flooded);
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
    await Promise.all([server.stop(), load.stop(), chat.stop(), attackers.stop()]);
    await database.close();

    const worst = (name: Name) => Math.max(...found[name].map((round) => round.p99));
    const sum = (what: keyof FloodReport['flooded']) => floods.reduce((all, flood) => all + flood[what], 0);
    const count = (value: number) => value.toLocaleString('en-ZA');
    return {
      rows: (Object.keys(names) as Name[]).map((name): Row => ({ name: names[name], rounds: found[name] })),
      verdicts: [
        ...(['signals', 'messages'] as const).map((what) => ({
          claim: `p99 of ${what} under ${goalMs} ms during a flood, also in the worst round`,
          reached: worst(`${what} flooded`) < goalMs,
          seen: `${worst(`${what} flooded`).toFixed(1)} ms, ${worst(`${what} calm`).toFixed(1)} ms without a flood`,
        })),
        {
          claim: 'members who flood or do not read are disconnected each time',
          reached: sum('cut') > 0 && sum('nonReaderCut') >= rounds,
          seen: `the flooding member ${count(sum('cut'))} times of ${count(sum('admitted'))}, beside ${count(sum('refused'))} refusals; the member who does not read ${count(sum('nonReaderCut'))} times`,
        },
      ],
      notes: [
        `${count(members.length)} members with ${connectionsEach} connections each, which receive ${count(signalsPerSecond * connectionsEach)} signals per second; ${pairs} pairs of members write ${messagesPerSecond} messages per second to each other, which are stored durably. Times run from before sending until arrival.`,
        `One member floods over ten connections, the maximum per account, with valid and invalid calls, frames of 60 KB, heartbeats and pings: ${count(sum('frames'))} frames in total. It reconnects immediately after each disconnect or refusal; its budgets are the real ones. Another reads nothing of the 3 MB per second it is sent.`,
        'One server process, PostgreSQL and all clients share the same cores.',
      ],
    };
  },
};
