import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { waitUntil } from '../../../../test/wait.ts';
import { aMessage, other } from '../testing.ts';
import type { MessageView } from '../types.ts';
import { catchUp, putMessage, threadQuery } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

/**
 * A server that holds back its first response until `open` is called; the response has the state at the time of the
 * request.
 */
function slowServer(messages: MessageView[]) {
  const requests: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (input: unknown) => {
    const query = new URL(String(input), 'http://vlam.test').searchParams;
    const since = Number(query.get('since') ?? 0);
    requests.push(query.has('since') ? `since ${since}` : 'all');
    const items = messages.filter(({ revision }) => revision > since);
    const revision = messages.length;
    if (!query.has('since')) await promise;
    const marks = { deliveredSeq: 0, readSeq: 0, ownReadSeq: 0 };
    return new Response(JSON.stringify({ items, hasMore: false, revision, ...marks }), { status: 200 });
  });
  return { requests, open: resolve };
}
const shown = (client: QueryClient) =>
  (client.getQueryData(threadQuery(other).queryKey) as { messages: MessageView[] }).messages.map(({ seq }) => seq);

it('T68: an event during the first fetch of a thread is followed by a second fetch', async () => {
  for (const emit of [
    (client: QueryClient) => putMessage(client, other, aMessage(2)),
    (client: QueryClient) => void catchUp(client, other),
  ]) {
    const messages = [aMessage(1)];
    const server = slowServer(messages);
    const client = new QueryClient();
    const reading = client.fetchQuery(threadQuery(other));
    await waitUntil(() => server.requests.length === 1);
    messages.push(aMessage(2));
    emit(client);
    server.open();
    await reading;
    await waitUntil(() => shown(client).length === 2);
    expect(server.requests).toEqual(['all', 'since 1']);
  }
});

it('T68: an event during a refetch of a thread stays on the screen', async () => {
  const messages = [aMessage(1)];
  const server = slowServer(messages);
  const client = new QueryClient();
  const first = client.fetchQuery(threadQuery(other));
  server.open();
  await first;
  const slow = slowServer(messages);
  const again = client.fetchQuery(threadQuery(other));
  await waitUntil(() => slow.requests.length === 1);
  putMessage(client, other, aMessage(2));
  slow.open();
  await again;
  expect(shown(client)).toEqual([1, 2]);
  expect(slow.requests).toEqual(['all']);
});
