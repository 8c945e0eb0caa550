import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerPayload } from '@vlam/contract/realtime';
import { createRandom, type Random } from '../../apps/server/demo/random.ts';
import { creatorActs, fanActs, type Scene } from './acts.ts';
import { createArrivals } from './arrivals.ts';
import { type Browser, openBrowser } from './browser.ts';
import { takeCalls } from './calling.ts';
import { chooseAct, creatorMix, fanMix, type Mix, pauseMs, shareOut, visitorMix } from './mix.ts';
import { connect, leave, type Person, signUp } from './people.ts';
import { Counted, type Tally } from './tally.ts';

/** Mean milliseconds between two acts of one person. */
const meanPauseMs = 2_500;
/** How long the last messages may be on their way. */
const settleMs = 2_000;
/** Sign-ups at once: each costs the server a slow hash. */
const joiningAtOnce = 4;

const visitorActs: Record<keyof typeof visitorMix, (browser: Browser) => Promise<unknown>> = {
  landing: (browser) => browser.get('page /', '/'),
  status: (browser) => browser.get('page /status', '/status'),
  rules: (browser) => browser.get('page /legal/terms', '/legal/terms'),
  prices: (browser) => browser.api.listCreditPacks(),
  signIn: (browser) => browser.get('page /login', '/login'),
};

/** Acts of one person, one after the other, until the time is up. */
async function live<Name extends string>(
  random: Random,
  mix: Mix<Name>,
  until: number,
  act: (name: Name) => Promise<unknown>,
  tally: Tally,
): Promise<void> {
  for (;;) {
    const pause = pauseMs(random, meanPauseMs);
    const planned = performance.now() + pause;
    if (planned >= until) return;
    await sleep(pause);
    // Times are true only while the load itself keeps up.
    tally.add('(how late the load began an act)', performance.now() - planned);
    const name = chooseAct(random, mix);
    try {
      await act(name);
    } catch (error) {
      // A mistake of the load itself, or an answer that it does not understand.
      if (!(error instanceof Counted)) tally.fail(`act ${name}`, (error as Error).message);
    }
  }
}

async function joinAll(wanted: readonly (() => Promise<Person>)[]): Promise<Person[]> {
  const joined: Person[] = [];
  const waiting = [...wanted];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      // Counted where it failed: the others go on without them.
      await next().then(
        (person) => joined.push(person),
        () => {},
      );
  };
  await Promise.all(Array.from({ length: joiningAtOnce }, worker));
  return joined;
}

/** Plays the mix against a server for so many seconds after all have joined; the figures are in `tally`. */
export async function playMix(options: {
  url: string;
  people: number;
  seconds: number;
  seed: number;
  tally: Tally;
  /** Called when all have joined. */
  onBegin?: () => void;
}): Promise<void> {
  const { url, people, seconds, seed, tally, onBegin } = options;
  const counts = shareOut(people);
  const arrivals = createArrivals(tally);
  const seeded = (index: number) => createRandom(seed * 10_007 + index);
  const join = (index: number, isCreator: boolean) => async () => {
    const person = await signUp({ url, index, random: seeded(index), tally, isCreator });
    const socket = await connect(person, tally);
    socket.on('message.created', ({ id, message }: ServerPayload<'message.created'>) => {
      if (message?.senderId !== person.profileId) arrivals.arrived(id);
    });
    return person;
  };
  const members = await joinAll([
    ...Array.from({ length: counts.creators }, (_, at) => join(at, true)),
    ...Array.from({ length: counts.fans }, (_, at) => join(counts.creators + at, false)),
  ]);
  const scene: Scene = {
    tally,
    arrivals,
    creators: members.filter(({ index }) => index < counts.creators),
    fans: members.filter(({ index }) => index >= counts.creators),
  };
  try {
    if (scene.creators.length === 0 || scene.fans.length === 0)
      throw new Error(`nobody joined: ${tally.failures.join('; ')}`);
    for (const creator of scene.creators) await takeCalls(creator, tally);
    onBegin?.();
    const until = performance.now() + seconds * 1_000;
    await Promise.all([
      ...scene.fans.map((fan) => live(fan.random, fanMix, until, (name) => fanActs[name](fan, scene), tally)),
      ...scene.creators.map((one) =>
        live(one.random, creatorMix, until, (name) => creatorActs[name](one, scene), tally),
      ),
      ...Array.from({ length: counts.visitors }, async (_, at) => {
        const browser = openBrowser({ url, index: people + at, tally });
        await live(seeded(people + at), visitorMix, until, (name) => visitorActs[name](browser), tally);
        browser.close();
      }),
    ]);
    await sleep(settleMs);
    if (arrivals.waiting() > 0) tally.fail('message: until it is on the page', `${arrivals.waiting()} did not arrive`);
  } finally {
    for (const person of members) leave(person);
  }
}
