import { randomUUID } from 'node:crypto';
import { password } from './forms.ts';

/** Members who can sign in to the demo world; `unverified` must still prove their age. */
export type DemoPerson = 'fan' | 'creator' | 'admin' | 'unverified';
/** Cookie header values. */
export type DemoSessions = Record<DemoPerson, string>;

export const demoPassword = 'vlam-demo-2026';

/** One session each, so that the tests do not use up the sign-in limit. */
export async function signInDemoPeople(url: string): Promise<DemoSessions> {
  const [fan, creator, admin, unverified] = await Promise.all([
    signIn(url, 'fan@vlam.test', demoPassword),
    signIn(url, 'creator@vlam.test', demoPassword),
    signIn(url, 'admin@vlam.test', demoPassword),
    register(url),
  ]);
  return { fan, creator, admin, unverified };
}

export async function signIn(url: string, email: string, password: string): Promise<string> {
  return cookieOf(await post(url, '/api/auth/login', { email, password }));
}

/** A new account with a fan's profile and no proof of age. */
async function register(url: string): Promise<string> {
  const email = `${randomUUID()}@people.test`;
  const cookie = cookieOf(
    await post(url, '/api/auth/register', {
      email,
      password,
      firstName: 'Lindiwe',
      lastName: 'Nene',
      consents: { terms: 1 },
    }),
  );
  const profile = { displayName: 'Lindiwe N', age: 29, location: 'Durban', bio: '' };
  await post(url, '/api/profiles', profile, cookie);
  return cookie;
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
