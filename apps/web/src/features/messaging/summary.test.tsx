import { expect, it } from 'vitest';
import { render } from '../../../test/render.tsx';
import { useSummary } from './summary.ts';
import { aMessage, me, other } from './testing.ts';

function Tips({ tip }: { tip: number }) {
  const { lastOf, quoteOf } = useSummary();
  const profile = { id: other } as Parameters<typeof lastOf>[0]['profile'];
  const from = (senderId: string) => aMessage(1, { tip, senderId, content: '' });
  const all = [lastOf({ lastMessage: from(me), profile }), lastOf({ lastMessage: from(other), profile })];
  return <p>{[...all, quoteOf(from(other))].join('; ')}</p>;
}

it('writes one credit in the singular', async () => {
  for (const [tip, words] of [
    [1, 'You sent a tip of 1 credit; Sent a tip; Tip of 1 credit'],
    [20, 'You sent a tip of 20 credits; Sent a tip; Tip of 20 credits'],
  ] as const) {
    const { box, unmount } = await render(<Tips tip={tip} />);
    expect(box.textContent).toBe(words);
    unmount();
  }
});
