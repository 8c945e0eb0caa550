import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Rendered, render } from '../../../../test/render.tsx';
import { RatingSheet } from './rating-sheet.tsx';

let screen: Rendered;
const onChange = vi.fn();
const onClose = vi.fn();

const choose = async (answer: string) => {
  const label = [...screen.container.querySelectorAll('label')].find((each) => each.textContent?.startsWith(answer));
  await act(async () => label?.querySelector('input')?.click());
};
const button = (text: string) =>
  [...screen.container.querySelectorAll('button')].find((each) => each.textContent?.includes(text));
const open = async (answers: Parameters<typeof RatingSheet>[0]['answers'] = null) => {
  screen = await render(<RatingSheet open answers={answers} onChange={onChange} onClose={onClose} />);
};

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  onChange.mockClear();
  onClose.mockClear();
});
afterEach(() => screen.unmount());

it('asks four questions one at a time, shows the rating so far, and returns all answers', async () => {
  await open();
  expect(button('Next question')?.disabled).toBe(true);
  await choose('Strong');
  expect(screen.container.textContent).toContain('So far16language');
  await screen.press('Next question');
  await choose('Yes, not in a sexual way');
  await screen.press('Next question');
  await choose('Simulated');
  expect(screen.container.textContent).toContain('So far18sexnuditylanguage');
  await screen.press('Next question');
  await choose('No');
  await screen.press('Use this rating');
  expect(onChange.mock.calls).toEqual([[{ language: 'strong', undress: 'nude', sex: 'simulated', harm: 'none' }]]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('refuses what is rated XX, with its sentence, until the answer changes', async () => {
  await open({ language: 'none', undress: 'none', sex: 'none', harm: 'none' });
  for (let step = 0; step < 3; step += 1) await screen.press('Next question');
  await choose('Sexual violence');
  expect(screen.container.querySelector('[role=alert]')?.textContent).toBe(
    'What the Film and Publication Board rates XX is never published.',
  );
  expect(button('Use this rating')?.disabled).toBe(true);
  await choose('No');
  expect(button('Use this rating')?.disabled).toBe(false);
});
