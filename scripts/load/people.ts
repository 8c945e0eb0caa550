import { randomUUID } from 'node:crypto';
import type { Random } from '../../apps/server/demo/random.ts';
import type { SocketClient } from '../../apps/server/test/socket-client.ts';
import { createIdNumber } from '../../e2e/support/adults.ts';
import { type Browser, openBrowser } from './browser.ts';
import type { Tally } from './tally.ts';

/** A member with a page open. */
export interface Person {
  index: number;
  profileId: string;
  displayName: string;
  random: Random;
  browser: Browser;
  /** Null until its page is open, and after it closed. */
  socket: SocketClient | null;
  /** What the server said the next message costs, past the day's free ones. */
  payCredits?: number;
  /** Credits known to be there, for what is bought next. */
  credits: number;
  hasCard: boolean;
}

const firstNames = ['Anele', 'Bianca', 'Chad', 'Dineo', 'Esihle', 'Farah', 'Gift', 'Heinrich', 'Imaan', 'Jabu'];
const lastNames = ['Abrahams', 'Botha', 'Cele', 'Dube', 'Erasmus', 'Fortuin', 'Govender', 'Hlongwane'];
const cities = ['Johannesburg', 'Cape Town', 'Durban', 'Pretoria'];
const password = 'quiet-river-71-stones';
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? '';

/** Signs a person up as the web app does: account, profile, proof of age. */
export async function signUp(options: {
  url: string;
  index: number;
  random: Random;
  tally: Tally;
  isCreator: boolean;
}): Promise<Person> {
  const { url, index, random, tally, isCreator } = options;
  const browser = openBrowser({ url, index, tally });
  const [firstName, lastName] = [pick(firstNames, index), pick(lastNames, index * 3)];
  const displayName = `${firstName} ${lastName.slice(0, 1)}`;
  await browser.api.register({
    body: { email: `${randomUUID()}@people.test`, password, firstName, lastName, consents: { terms: 1 } },
  });
  const profile = await browser.api.createProfile({
    body: {
      displayName,
      age: 22 + (index % 30),
      location: pick(cities, index),
      bio: 'Early swims, late dinners and long talks in between.',
      ...(isCreator ? { category: 'Fitness & Adult', subscriptionPrice: 99.99 } : {}),
    },
  });
  // A date of its own keeps two people from drawing one number.
  const born = new Date(Date.UTC(1975 + (index % 25), index % 12, 1 + (index % 28))).toISOString().slice(0, 10);
  await browser.api.verifyAge({
    body: {
      idNumber: createIdNumber(born),
      documentType: 'id_document',
      documentNumber: 'DOC-1',
      dateOfBirth: born,
      isOver18: true,
    },
  });
  return { index, profileId: profile.id, displayName, random, browser, socket: null, credits: 0, hasCard: false };
}

const openMs = 10_000;

/** Opens a page's socket and waits until it is open. A cut that nobody asked for is a failure. */
export async function connect(person: Person, tally: Tally): Promise<SocketClient> {
  const socket = person.browser.openSocket();
  await tally.time(
    'socket: open',
    () =>
      new Promise<void>((done, fail) => {
        const timer = setTimeout(() => fail(new Error(`not open after ${openMs / 1_000} s`)), openMs);
        socket.once('open', () => {
          clearTimeout(timer);
          done();
        });
        socket.once('failed', (error: Error) => {
          clearTimeout(timer);
          fail(error);
        });
      }),
  );
  socket.on('failed', () => {});
  socket.on('close', (code: number) => {
    if (person.socket === socket) tally.fail('socket: open', `cut with ${code}`);
    person.socket = null;
  });
  person.socket = socket;
  return socket;
}

/** Closes the page. */
export function leave(person: Person): void {
  const { socket } = person;
  person.socket = null;
  socket?.close();
  person.browser.close();
}
