import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitUntil } from '../../../test/wait.ts';
import { currentUserQuery } from '../../lib/session.ts';
import { outboxOf } from './device-outbox.ts';
import { aMessage, me, other } from './testing.ts';
import { conversationQuery } from './threads/api.ts';
import { onSent } from './threads/sent.ts';
import type { MessageView } from './types.ts';

interface ServerRequest {
  path: string;
  body: Record<string, unknown> | null;
}

/** Requests of the tab, and the server's responses. */
function mockServer(answer: (requests: ServerRequest) => [status: number, body: unknown]): ServerRequest[] {
  const all: ServerRequest[] = [];
  vi.stubGlobal('fetch', async (input: unknown, init?: RequestInit) => {
    const requests = { path: String(input), body: init?.body ? JSON.parse(String(init.body)) : null };
    all.push(requests);
    const [status, body] = answer(requests);
    return new Response(JSON.stringify(body), { status });
  });
  return all;
}
const refusal = [401, { code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: '' }] as [number, unknown];

function createTab(accountId: string): QueryClient {
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, { id: accountId } as never);
  return client;
}
const write = (clientId: string) => ({ clientId, to: other, message: { content: clientId } });

// A single tab.
beforeEach(() => {
  const request = (_name: string, work: () => Promise<void>) => work();
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as never);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('T82: the outbox', () => {
  it("sends the author's account id", async () => {
    const requests = mockServer(() => [201, aMessage(1)]);
    const outbox = await outboxOf(createTab('writer'), 'writer');
    await outbox.add(write('one'));
    await outbox.drain();
    expect(requests).toMatchObject([{ body: { clientId: 'one', content: 'one', accountId: 'writer' } }]);
    expect(outbox.items.get()).toEqual([]);
    outbox.close();
  });

  it('keeps a message when another account is signed in on the server', async () => {
    const requests = mockServer(({ path }) =>
      path.endsWith('/auth/user') ? [200, { id: 'who came after' }] : refusal,
    );
    const outbox = await outboxOf(createTab('writer'), 'writer');
    await outbox.add(write('one'));
    await outbox.drain();
    expect(outbox.items.get()).toMatchObject([{ clientId: 'one', accountId: 'writer', state: 'waiting' }]);
    // The tab asks who is signed in and closes its outbox.
    await outbox.drain();
    await outbox.drain();
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['messages', 'user']);
    expect(outbox.items.get()).toHaveLength(1);
  });
});

it('T68: retries a message without an answer, and lets the ones behind it follow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const requests = mockServer(({ path }) =>
      path.endsWith('/auth/user') ? [200, { id: 'patient' }] : [201, aMessage(1)],
    );
    const answer = globalThis.fetch;
    let isSilent = true;
    vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
      if (!isSilent) return answer(input, init);
      return new Promise((_never, fail) => init.signal?.addEventListener('abort', () => fail(init.signal?.reason)));
    });
    const outbox = await outboxOf(createTab('patient'), 'patient');
    await outbox.add(write('first'));
    await outbox.add(write('second'));
    const draining = outbox.drain();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(outbox.items.get()).toHaveLength(2);
    isSilent = false;
    await vi.advanceTimersByTimeAsync(2_000);
    await draining;
    await vi.advanceTimersByTimeAsync(3_000);
    await waitUntil(() => outbox.items.get().length === 0);
    expect(requests.flatMap(({ body }) => body?.clientId ?? [])).toEqual(['first', 'second']);
    outbox.close();
  } finally {
    vi.useRealTimers();
  }
});

it('keeps a message that costs and refetches the quota', async () => {
  mockServer(() => [402, { code: 'MESSAGE_QUOTA_USED', message: 'No free messages left', requestId: '' }]);
  const client = createTab('spender');
  const { queryKey } = conversationQuery(other);
  client.setQueryData(queryKey, { quota: { left: 1 } } as never);
  const outbox = await outboxOf(client, 'spender');
  await outbox.add(write('one more'));
  await outbox.drain();
  expect(outbox.items.get()).toMatchObject([{ state: 'costs' }]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  outbox.close();
});

it('sends a reply to a deleted message without its quote', async () => {
  mockServer(() => [201, aMessage(2, { senderId: me, receiverId: other, clientId: 'answer', replyTo: null })]);
  const outbox = await outboxOf(createTab('replier'), 'replier');
  const arrived: MessageView[] = [];
  const stop = onSent((_to, message) => arrived.push(message));
  await outbox.add({ clientId: 'answer', to: other, message: { content: 'Yes', replyToId: 'gone' } });
  await outbox.drain();
  expect(arrived).toMatchObject([{ clientId: 'answer', replyTo: null }]);
  expect(outbox.items.get()).toEqual([]);
  stop();
  outbox.close();
});
