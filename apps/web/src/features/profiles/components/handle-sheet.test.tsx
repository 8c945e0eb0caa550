import type { OwnHandle } from '@vlam/contract/profiles-handles';
import { expect, it, vi } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { waitUntil } from '../../../../test/wait.ts';
import { HandleSheet } from './handle-sheet.tsx';

const none: OwnHandle = { handle: null, changesLeft: 2, nextChangeAt: null, former: [] };
const mount = (own: OwnHandle, onClose: () => void = () => undefined) =>
  render(<HandleSheet own={own} open onClose={onClose} />);
const submitOf = (container: HTMLElement) => container.querySelector<HTMLButtonElement>('button[type=submit]');
const checks = (problem: string | null) => () => ({ status: 200, body: { problem } });
const until = (condition: () => boolean) =>
  waitUntil(async () => {
    await settle();
    return condition();
  });

it('asks once typing rests, says that the handle is free, and saves it as it is stored', async () => {
  const saved = { ...none, handle: 'naledi.m' };
  const calls = serve({
    'GET /api/profiles/me/handle-check?handle=naledi.m': checks(null),
    'PUT /api/profiles/me/handle': () => ({ status: 200, body: saved }),
  });
  const onClose = vi.fn();
  const { container, fill, submit, unmount } = await mount(none, onClose);
  expect(submitOf(container)?.disabled).toBe(true);
  await fill('handle', 'nale');
  await fill('handle', ' @Naledi.M');
  await until(() => container.textContent?.includes('@naledi.m is free.') ?? false);
  await submit();
  await settle();
  expect(calls.map(({ call, body }) => [call, body])).toEqual([
    ['GET /api/profiles/me/handle-check?handle=naledi.m', undefined],
    ['PUT /api/profiles/me/handle', { handle: 'naledi.m' }],
  ]);
  expect(onClose).toHaveBeenCalled();
  unmount();
});

it('says what is wrong with the shape without asking, and what the server knows', async () => {
  const calls = serve({
    'GET /api/profiles/me/handle-check?handle=lindiwe': checks('taken'),
    'GET /api/profiles/me/handle-check?handle=login': checks('reserved'),
  });
  const { container, fill, unmount } = await mount(none);
  for (const [written, message] of [
    ['ab', 'Use 3 to 30 characters.'],
    ['na-ledi', 'Use letters a to z and digits'],
    ['0821234567', 'Use at least one letter.'],
    ['lindiwe', 'This address is taken, or looks like one that is.'],
    ['login', 'This address is reserved.'],
  ] as const) {
    await fill('handle', written);
    await until(() => container.querySelector('[role=alert]')?.textContent?.includes(message) ?? false);
    expect(submitOf(container)?.disabled).toBe(true);
  }
  expect(calls).toHaveLength(2);
  unmount();
});

it('shows that another member was faster', async () => {
  serve({
    'GET /api/profiles/me/handle-check?handle=naledi': checks(null),
    'PUT /api/profiles/me/handle': () => ({
      status: 409,
      body: { code: 'CONFLICT', message: 'x', details: { fields: { handle: 'This address is taken' } } },
    }),
  });
  const { container, fill, submit, unmount } = await mount(none);
  await fill('handle', 'naledi');
  await until(() => container.textContent?.includes('is free') ?? false);
  await submit();
  await until(() => container.querySelector('[role=alert]')?.textContent === 'This address is taken');
  unmount();
});

it('says how many changes are left, when the next is possible, and where former ones lead', async () => {
  serve({});
  const former = [{ handle: 'old.naledi', until: '2027-11-24T06:00:00.000Z' }];
  const left = await mount({ handle: 'naledi', changesLeft: 1, nextChangeAt: null, former });
  expect(left.container.textContent).toContain('1 of 2 changes left');
  expect(left.container.textContent).toMatch(/@old\.naledi leads to you until 24 Nov\w* 2027/);
  left.unmount();
  const spent = await mount({ handle: 'naledi', changesLeft: 0, nextChangeAt: '2027-11-24T06:00:00.000Z', former });
  expect(spent.container.textContent).toMatch(/You can change it again on 24 Nov\w* 2027/);
  expect(spent.container.querySelector('input')?.disabled).toBe(true);
  expect(submitOf(spent.container)?.disabled).toBe(true);
  spent.unmount();
});
