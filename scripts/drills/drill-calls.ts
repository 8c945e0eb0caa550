import { randomUUID } from 'node:crypto';

/** Calls as the web app makes them: once, whatever comes of it. */
export interface Calls {
  /** How many were answered as they should be. */
  readonly answered: number;
  /** One line for each other. */
  readonly failed: readonly string[];
  get<Body>(who: { cookie: string }, path: string): Promise<Body | null>;
  post<Body>(who: { cookie: string }, path: string, body?: unknown, method?: 'POST' | 'PUT'): Promise<Body | null>;
}

/** Longer than a person would wait. */
const timeoutMs = 10_000;

export function createCalls(url: string): Calls {
  const failed: string[] = [];
  let answered = 0;
  async function call<Body>(method: string, who: { cookie: string }, path: string, body?: unknown) {
    const writes = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { cookie: who.cookie, 'sec-fetch-site': 'same-origin', ...writes, ...json },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 120)}`);
      answered += 1;
      return (text ? JSON.parse(text) : {}) as Body;
    } catch (error) {
      const { message, cause } = error as Error;
      failed.push(`${method} ${path}: ${message}${cause ? ` (${(cause as NodeJS.ErrnoException).code})` : ''}`);
      return null;
    }
  }
  return {
    get answered() {
      return answered;
    },
    failed,
    get: (who, path) => call('GET', who, path),
    post: (who, path, body, method = 'POST') => call(method, who, path, body),
  };
}
