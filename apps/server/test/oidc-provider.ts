import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface ProviderPerson {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  name?: string;
}

export interface TestProvider {
  issuer: string;
  /** Follows an authorisation URL as `subject`, through sign-in and consent; returns the redirect. */
  signIn(location: string, subject: string): Promise<URL>;
  close(): Promise<void>;
}

/** A real OpenID Connect provider on loopback; `people` maps subjects to their claims. */
export async function startTestProvider(options: {
  port: number;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  people: Record<string, ProviderPerson>;
}): Promise<TestProvider> {
  const issuer = `http://127.0.0.1:${options.port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [options.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['only-for-tests'] },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: async () => ({ sub: subject, ...options.people[subject] }),
    }),
  });
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;

  async function signIn(location: string, subject: string): Promise<URL> {
    const jar = new Map<string, string>();
    let next = new URL(location);
    let form: URLSearchParams | null = null;
    for (let step = 0; step < 20; step += 1) {
      if (Number(next.port) !== address.port) return next;
      const response: Response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form ? { method: 'POST', body: form } : {}),
      });
      form = null;
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const sentTo = response.headers.get('location');
      if (sentTo) {
        next = new URL(sentTo, next);
        continue;
      }
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (!action || !prompt) throw new Error(`the provider shows an unexpected page: ${page.slice(0, 300)}`);
      next = new URL(action, next);
      form = new URLSearchParams({ prompt, login: subject, password: 'any' });
    }
    throw new Error('the provider never sent the person back');
  }

  return {
    issuer,
    signIn,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}
