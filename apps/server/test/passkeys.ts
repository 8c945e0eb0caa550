import type { TestClient } from './app.ts';
import { createAuthenticator } from './authenticator.ts';

/** The site whose passkeys the tests make. */
export const origin = 'https://vlam.example';

export const optionsOf = async (client: TestClient) => (await client.call('passkeyOptions')).body;

/** Adds a passkey to the account of a client with a fresh proof. */
export async function addPasskey(client: TestClient, authenticator = createAuthenticator(), name = 'This phone') {
  const { challenge } = await optionsOf(client);
  const answer = await client.call('addPasskey', {
    body: { name, credential: authenticator.create({ challenge, origin }) },
  });
  return { authenticator, answer };
}

/** Of the second step. */
export const challengeOf = async (client: TestClient) => (await client.call('passkeySignInOptions')).body.challenge;

type Passkey = ReturnType<typeof createAuthenticator>;
export const signIn = (client: TestClient, assertion: ReturnType<Passkey['get']>) =>
  client.call('passkeySignIn', { body: { assertion } });
