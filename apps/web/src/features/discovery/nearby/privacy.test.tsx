import { useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render, settle } from '../../../../test/render.tsx';
import { queryOf } from '../../../lib/api.ts';
import { type PrivacySettings, useSetPrivacy } from './api.ts';

const defaultSettings: PrivacySettings = {
  incognito: false,
  autoDelete: null,
  locationPrivacy: { hidden: false, blockedProvinces: [] },
};
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** A server that responds to changes when the test releases them. */
function createSlowServer() {
  const sent: unknown[] = [];
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', async (_input: unknown, init?: RequestInit) => {
    if (init?.method !== 'PUT') return json(200, defaultSettings);
    sent.push(JSON.parse(String(init.body)));
    return new Promise<Response>((done) => waiting.push(done));
  });
  return {
    sent,
    async answer(status: number, body: unknown) {
      await act(async () => waiting.shift()?.(json(status, body)));
      await settle();
    },
  };
}

async function mount() {
  const onError = vi.fn();
  function Switches() {
    const { data } = useQuery(queryOf('privacySettings'));
    const save = useSetPrivacy({ onError });
    return (
      <>
        <button type="button" onClick={() => save.mutate({ locationPrivacy: { hidden: true } })}>
          Hide
        </button>
        <button type="button" onClick={() => save.mutate({ incognito: true })}>
          Incognito
        </button>
        <output>{`${data?.locationPrivacy.hidden ? 'hidden' : 'shown'} ${data?.incognito ? 'incognito' : 'known'}`}</output>
      </>
    );
  }
  const screen = await render(<Switches />);
  return { ...screen, onError, status: () => screen.container.querySelector('output')?.textContent };
}

afterEach(() => vi.unstubAllGlobals());

describe('visibility settings', () => {
  it('updates optimistically, and rolls back on a refusal', async () => {
    const server = createSlowServer();
    const screen = await mount();
    await screen.press('Hide');
    expect(screen.status()).toBe('hidden known');
    await server.answer(429, { code: 'RATE_LIMITED', message: 'Too many' });
    expect(screen.status()).toBe('shown known');
    expect(screen.onError).toHaveBeenCalledTimes(1);
    screen.unmount();
  });

  it('sends two changes in order, and the first response does not undo the second', async () => {
    const server = createSlowServer();
    const screen = await mount();
    await screen.press('Hide');
    await screen.press('Incognito');
    expect(screen.status()).toBe('hidden incognito');
    expect(server.sent).toEqual([{ locationPrivacy: { hidden: true } }]);
    const hidden = { ...defaultSettings, locationPrivacy: { hidden: true, blockedProvinces: [] } };
    await server.answer(200, hidden);
    expect(screen.status()).toBe('hidden incognito');
    expect(server.sent).toEqual([{ locationPrivacy: { hidden: true } }, { incognito: true }]);
    await server.answer(503, { code: 'UNAVAILABLE', message: 'Busy' });
    expect(screen.status()).toBe('hidden known');
    screen.unmount();
  });
});
