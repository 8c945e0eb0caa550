import { beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../test/render.tsx';
import { changeDisguise, readSettings } from './disguise.ts';
import { sendCover, watchSentCover } from './send-cover.ts';
import { publishSession } from './updates.ts';

const call = 'PUT /api/account/cover';
beforeEach(() => {
  localStorage.clear();
  changeDisguise(readSettings(null));
});

it('gives the account the disguise of the device once, the next one when it changes, and none when it is off', async () => {
  const calls = serve({ [call]: (body) => ({ status: 200, body: { cover: (body as { cover: string }).cover } }) });
  await sendCover();
  expect(calls).toEqual([]);
  changeDisguise({ isEnabled: true });
  await sendCover();
  changeDisguise({ selectedDisguise: 'notes' });
  await sendCover();
  await sendCover();
  changeDisguise({ selectedDisguise: 'weather', customName: 'Rain' });
  await sendCover();
  changeDisguise({ isEnabled: false });
  await sendCover();
  expect(calls.map(({ body }) => body)).toEqual([
    { cover: 'notes', byDevice: true },
    { cover: 'weather', byDevice: true },
    { cover: null, byDevice: true },
  ]);
});

it('sends after a failure again, and after a refused session only once a member signs in', async () => {
  changeDisguise({ isEnabled: true, selectedDisguise: 'notes' });
  serve({ [call]: () => new Error('no network') });
  await sendCover();
  const visitor = serve({ [call]: () => ({ status: 401, body: { code: 'UNAUTHORIZED', message: 'Unauthorized' } }) });
  await sendCover();
  await sendCover();
  expect(visitor).toHaveLength(1);
  const member = serve({ [call]: () => ({ status: 200, body: { cover: 'notes' } }) });
  watchSentCover();
  publishSession('a-member');
  await vi.waitFor(() => expect(member.map(({ body }) => body)).toEqual([{ cover: 'notes', byDevice: true }]));
});
