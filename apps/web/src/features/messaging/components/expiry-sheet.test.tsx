import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import type { Conversation } from '../types.ts';
import { ExpirySheet } from './expiry-sheet.tsx';

const id = '019921ce-3d98-71fd-a370-b46bed6833e3';
const conversation = { profile: { id, displayName: 'Naledi' }, autoDelete: null, expiresAfter: null } as Conversation;

it('accepts every number of minutes the server accepts, and no other', async () => {
  const save = `PUT /api/conversations/${id}/settings`;
  const calls = serve({ [save]: () => ({ status: 200, body: { autoDelete: 45, expiresAfter: 45 } }) });
  const screen = await render(<ExpirySheet conversation={conversation} onClose={() => undefined} />);
  await act(async () => screen.container.querySelector<HTMLInputElement>('input[value=own]')?.click());
  const button = () => screen.container.querySelector<HTMLButtonElement>('button[type=submit]');
  for (const wrong of ['', '0', '1441', '2.5']) {
    await screen.fill('minutes', wrong);
    expect(button()?.disabled).toBe(true);
  }
  await screen.fill('minutes', '45');
  await screen.submit();
  expect(calls).toEqual([{ call: save, body: { autoDelete: 45 } }]);
  screen.unmount();
});
