import type { ChargeOrder, WebhookRequest } from '../src/modules/payments/providers/port.ts';
import type { Logger } from '../src/platform/logger.ts';

export const anOrder = (over: Partial<ChargeOrder> = {}): ChargeOrder => ({
  id: 'ORDER-1',
  amountCents: 19_900,
  currency: 'ZAR',
  description: '250 credits (50 bonus) & more!',
  email: 'thandi@example.test',
  returnUrl: 'http://vlam.test/checkout?order=ORDER-1',
  cancelUrl: 'http://vlam.test/checkout?order=ORDER-1',
  webhookUrl: 'http://vlam.test/api/payments/webhooks/x',
  saveMethod: false,
  ...over,
});

export const webhook = (body: string, headers: WebhookRequest['headers'] = {}): WebhookRequest => ({
  rawBody: Buffer.from(body),
  headers,
  query: {},
  address: '127.0.0.1',
});

interface RecordedRequest {
  url: string;
  headers: Record<string, string>;
  /** Parsed JSON, else the text. */
  body: unknown;
}

/**
 * A fake of a provider's HTTP API: a response for each `METHOD /path`, either a body (JSON or text), a status without a
 * body, a whole response, or an error for a failed connection.
 */
export function fakeFetch(answers: Record<string, unknown>): { fetch: typeof fetch; asked: RecordedRequest[] } {
  const asked: RecordedRequest[] = [];
  const fake = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = String(input);
    const text = typeof init.body === 'string' ? init.body : '';
    asked.push({ url, headers: (init.headers ?? {}) as Record<string, string>, body: readJson(text) });
    const answer = answers[`${init.method ?? 'GET'} ${new URL(url).pathname}`];
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw new Error(`no reply is set for ${init.method ?? 'GET'} ${url}`);
    if (answer instanceof Response) return answer.clone();
    if (typeof answer === 'number') return new Response('', { status: answer });
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };
  return { fetch: fake as typeof fetch, asked };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function quietLogger(): { logger: Logger; lines: { event: string; fields: Record<string, unknown> }[] } {
  const lines: { event: string; fields: Record<string, unknown> }[] = [];
  const keep = (event: string, fields: Record<string, unknown> = {}) => void lines.push({ event, fields });
  return { logger: { info: keep, warn: keep, error: keep }, lines };
}
