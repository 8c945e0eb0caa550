import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { GiftOrTip } from './gift-or-tip.tsx';

it('shows earned and held credits to the creator, and the credits given to the sender', async () => {
  for (const [given, text] of [
    [{ tip: 10, earned: { credits: 8, held: 0 } }, 'Naledi tipped you: R3.36 in your earnings'],
    [{ tip: 10, earned: { credits: 8, held: 8 } }, 'Naledi tipped you: R3.36 held, paid with free credits'],
    [{ tip: 10 }, 'Naledi tipped you'],
    [
      { tip: null, gift: 'red-rose', earned: { credits: 40, held: 20 } },
      'Naledi gave you a gift: Red Rose, R8.40 in your earnings, R8.40 held, paid with free credits',
    ],
    [{ tip: null, gift: 'red-rose' }, 'Naledi gave you a gift: Red Rose'],
  ] as const) {
    const { container, unmount } = await render(<GiftOrTip {...given} isOwn={false} name="Naledi" />);
    expect(container.querySelector('p > span')?.textContent).toBe(text);
    unmount();
  }
  const { container } = await render(<GiftOrTip tip={10} isOwn name="Naledi" />);
  expect(container.textContent).toContain('You tipped Naledi');
});
