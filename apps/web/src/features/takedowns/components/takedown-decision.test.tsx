import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import type { OpenedTakedown } from '../api.ts';
import { TakedownDecision } from './takedown-decision.tsx';

const found: OpenedTakedown = {
  id: '019921ce-3d98-71fd-a370-b46bed6833e3',
  caseNumber: 'VT-2611-048213',
  class: 'image',
  state: 'open',
  receivedAt: '2026-11-26T08:00:00Z',
  dueAt: '2026-11-27T08:00:00Z',
  outerAt: null,
  decidedAt: null,
  isAppeal: false,
  by: 'fingerprint',
  files: 1,
  hidden: 1,
  address: null,
  target: null,
  isDepicted: true,
  contact: null,
  unfounded: 0,
  prints: [],
  showsPictures: true,
  found: [],
  frozenAccounts: 0,
  events: [],
  answers: [],
  isOwnDecision: false,
};
const path = `POST /api/admin/takedowns/${found.id}/actions`;
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(() => {
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
    );
  });

it('is made by keys: a key chooses and focuses the reason at once, so that what is typed next is no key', async () => {
  const calls = serve({ [path]: () => ({ status: 200, body: { ...found, state: 'removed' } }) });
  let decided = 0;
  const screen = await render(
    <TakedownDecision
      found={found}
      onDecided={() => {
        decided += 1;
      }}
    />,
  );
  const chosen = () => screen.container.querySelector<HTMLInputElement>('input:checked')?.value;
  press('x');
  expect([chosen(), document.activeElement?.tagName]).toEqual(['remove', 'TEXTAREA']);
  // Typed into the reason: neither shows the picture again nor refuses the case.
  for (const letter of 'sr') press(letter);
  expect(chosen()).toBe('remove');
  press('Enter', { ctrlKey: true });
  expect(screen.container.textContent).toContain('Say why');
  await screen.fill('reason', 'No consent');
  press('Enter', { ctrlKey: true });
  await settle();
  expect(calls.find(({ call }) => call === path)?.body).toEqual({ action: 'remove', reason: 'No consent' });
  expect(decided).toBe(1);
  screen.unmount();
});
