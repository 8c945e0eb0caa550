import { randomUUID } from 'node:crypto';
import { createIdNumber } from './adults.ts';
import { password } from './forms.ts';

/** Members who can sign in to the demo world; `unverified` must still prove their age. */
export type DemoPerson = 'fan' | 'creator' | 'admin' | 'unverified';
/** The person who sees a screen; `newcomer` is a creator without posts. */
export type ScreenPerson = DemoPerson | 'newcomer' | 'visitor';
/** Cookie header values. */
export type DemoSessions = Record<DemoPerson, string>;

export const demoPassword = 'vlam-demo-2026';

/**
 * One session each, so that the tests do not use up the sign-in limit. The unverified one is new in every run, unless
 * a picture is to show the address.
 */
export async function signInDemoPeople(
  url: string,
  unverifiedEmail = `${randomUUID()}@people.test`,
): Promise<DemoSessions> {
  const [fan, creator, admin, unverified] = await Promise.all([
    signIn(url, 'fan@vlam.test', demoPassword),
    signIn(url, 'creator@vlam.test', demoPassword),
    signIn(url, 'admin@vlam.test', demoPassword),
    joinUnverified(url, unverifiedEmail),
  ]);
  return { fan, creator, admin, unverified };
}

export async function signIn(url: string, email: string, password: string): Promise<string> {
  return cookieOf(await post(url, '/api/auth/login', { email, password }));
}

const register = async (url: string, email: string, firstName: string, lastName: string): Promise<string> =>
  cookieOf(await post(url, '/api/auth/register', { email, password, firstName, lastName, consents: { terms: 1 } }));

/** An account with a fan's profile and no proof of age. */
async function joinUnverified(url: string, email: string): Promise<string> {
  const cookie = await register(url, email, 'Lindiwe', 'Nene');
  await post(url, '/api/profiles', { displayName: 'Lindiwe N', age: 29, location: 'Durban', bio: '' }, cookie);
  return cookie;
}

/** A creator who joined just now and has published nothing. */
async function joinNewcomer(url: string): Promise<string> {
  const cookie = await register(url, `lerato-${randomUUID()}@people.test`, 'Lerato', 'Moloi');
  const bio = 'Evening light, slow shutters, no hurry.';
  const profile = { displayName: 'Lerato Moloi', age: 31, location: 'Durban', bio, category: 'Art & Adult' };
  await post(url, '/api/profiles', profile, cookie);
  const idNumber = createIdNumber('1995-04-12');
  const document = { documentType: 'id_document', documentNumber: idNumber, dateOfBirth: '1995-04-12' };
  await post(url, '/api/auth/verify-age', { idNumber, ...document }, cookie);
  return cookie;
}

const newcomers = new Map<string, Promise<string>>();

/** Cookie header value of the person who sees a screen; the newcomer joins when a screen first needs one. */
export async function cookieFor(
  who: ScreenPerson,
  { url, sessions }: { url: string; sessions: DemoSessions },
): Promise<string | undefined> {
  if (who === 'visitor') return undefined;
  if (who !== 'newcomer') return sessions[who];
  const joined = newcomers.get(url) ?? joinNewcomer(url);
  newcomers.set(url, joined);
  return joined;
}

/** A rose for 50 credits, bought outside the browser under test. */
export async function giveRose(url: string, cookie: string, recipientId: string): Promise<void> {
  await post(url, '/api/gifts/send', { giftId: 'red-rose', price: 50, recipientId }, cookie, randomUUID());
}

async function post(url: string, path: string, body: unknown, cookie?: string, key?: string): Promise<Response> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...(cookie === undefined ? {} : { cookie }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

function cookieOf(response: Response): string {
  const pairs = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  const session = pairs.find((pair) => /session=./.test(pair));
  if (session === undefined) throw new Error('the answer sets no session cookie');
  return session;
}
