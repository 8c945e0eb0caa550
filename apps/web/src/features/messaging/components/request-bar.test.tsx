import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { conversationQuery } from '../threads/api.ts';
import type { Conversation } from '../types.ts';
import { RequestBar } from './request-bar.tsx';

const id = '0199f3b4-0000-7000-8000-000000000001';
afterEach(() => vi.unstubAllGlobals());

/** A thread: its heading, the bar while it is a request, and the field. */
function Thread() {
  const { data } = useQuery(conversationQuery(id));
  return (
    <main>
      <h1 tabIndex={-1}>Naledi</h1>
      {data?.isRequest ? <RequestBar conversation={data} onRemoved={() => {}} /> : null}
      <textarea data-takes-focus />
    </main>
  );
}

it.each([
  ['the field', true, 'TEXTAREA'],
  ['the heading, where a touch keyboard would cover the thread,', false, 'H1'],
])('%s has the focus once a request is accepted', async (_what, fine, target) => {
  vi.stubGlobal('matchMedia', () => ({ matches: fine }));
  const conversation = { profile: { id, displayName: 'Naledi' }, isRequest: true } as Conversation;
  serve({
    [`GET /api/conversations/${id}`]: () => ({ status: 200, body: conversation }),
    [`POST /api/conversations/${id}/accept`]: () => ({ status: 200, body: { ...conversation, isRequest: false } }),
    [`GET /api/conversations/${id}/messages?limit=50`]: () => ({ status: 404, body: {} }),
  });
  const { container, press, unmount } = await render(<Thread />);
  container.querySelectorAll<HTMLElement>('button')[1]?.focus();
  await press('Accept');
  await settle();
  expect(container.querySelector('section')).toBeNull();
  expect(document.activeElement?.tagName).toBe(target);
  unmount();
});
