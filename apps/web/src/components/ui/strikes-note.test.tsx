import { strikesForSuspension } from '@vlam/contract/rules/community';
import { expect, it } from 'vitest';
import { render } from '../../../test/render.tsx';
import { StrikesNote } from './strikes-note.tsx';

it('asks whether the account stays from five strikes on', async () => {
  const textAt = async (strikes: number) => {
    const { container, unmount } = await render(<StrikesNote strikes={strikes} />);
    const text = container.textContent;
    unmount();
    return text;
  };
  expect(await textAt(strikesForSuspension - 1)).toBe('');
  expect(await textAt(strikesForSuspension)).toBe('Five strikes: decide whether the account stays');
  expect(await textAt(strikesForSuspension + 2)).toBe('7 strikes: decide whether the account stays');
});
