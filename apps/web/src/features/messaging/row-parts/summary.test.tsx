import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { aMessage, me, other } from '../testing.ts';
import type { MessageView } from '../types.ts';
import { useSummary } from './summary.ts';

function Tips({ tip, earned }: Pick<MessageView, 'tip' | 'earned'>) {
  const { lastOf, quoteOf } = useSummary();
  const profile = { id: other } as Parameters<typeof lastOf>[0]['profile'];
  const from = (senderId: string) =>
    aMessage(1, { tip, senderId, content: '', ...(earned && senderId === other ? { earned } : {}) });
  const all = [lastOf({ lastMessage: from(me), profile }), lastOf({ lastMessage: from(other), profile })];
  return <p>{[...all, quoteOf(from(other))].join('; ')}</p>;
}

it('writes one credit in the singular', async () => {
  for (const [tip, text] of [
    [1, 'You sent a tip of 1 credit; Sent a tip; Tip of 1 credit'],
    [20, 'You sent a tip of 20 credits; Sent a tip; Tip of 20 credits'],
  ] as const) {
    const { container, unmount } = await render(<Tips tip={tip} />);
    expect(container.textContent).toBe(text);
    unmount();
  }
});

it('a creator reads what a tip brought, and what of it is held', async () => {
  for (const [earned, text] of [
    [{ credits: 8, held: 0 }, 'Sent a tip: R3.36'],
    [{ credits: 8, held: 8 }, 'Sent a tip: R3.36 held'],
    [{ credits: 8, held: 3 }, 'Sent a tip: R2.10, R1.26 held'],
  ] as const) {
    const { container, unmount } = await render(<Tips tip={10} earned={earned} />);
    expect(container.textContent).toBe(`You sent a tip of 10 credits; ${text}; Tip of 10 credits`);
    unmount();
  }
});
