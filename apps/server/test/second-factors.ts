import { newId } from '../src/platform/ids.ts';
import type { TestApp, TestClient } from './app.ts';
import { codeAt } from './authenticator.ts';

export const factorPassword = 'lamps-along-the-pier';

export interface Protected {
  accountId: string;
  email: string;
  /** Signed in, with a fresh proof. */
  client: TestClient;
  secret: string;
  recoveryCodes: string[];
}

type App = Pick<TestApp, 'client' | 'context' | 'db' | 'clock'>;

/** An adult with a password, signed in with it. */
export async function aPasswordMember(t: App, role: 'user' | 'moderator' | 'admin' = 'user') {
  const email = `${newId()}@people.test`;
  const accountId = await t.context.identity.createAccount(t.db, {
    email,
    password: factorPassword,
    firstName: 'Lerato',
    lastName: 'Khumalo',
    role,
    emailVerified: true,
    ageVerified: true,
  });
  const client = t.client();
  await client.call('login', { body: { email, password: factorPassword } });
  return { accountId, email, client };
}

/** The same with codes of an authenticator. */
export async function aProtectedMember(t: App, role: 'user' | 'moderator' | 'admin' = 'user'): Promise<Protected> {
  const member = await aPasswordMember(t, role);
  const { secret } = (await member.client.call('enableTwoFactor')).body;
  const { body } = await member.client.call('verifyTwoFactor', { body: { code: codeAt(secret, t.clock.now()) } });
  // The step of that code is used up.
  t.clock.advance(30_000);
  return { ...member, secret, recoveryCodes: body.recoveryCodes ?? [] };
}

/** Takes the first step: the password. */
export async function enterPassword(t: App, { email }: { email: string }, client = t.client()): Promise<TestClient> {
  await client.call('login', { body: { email, password: factorPassword } });
  return client;
}
