import { beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../../test/render.tsx';
import { changeIncognito, incognitoStore } from '../../lib/incognito.ts';
import { createQueryClient } from '../../lib/query.ts';
import { switchIncognito } from './switch-incognito.ts';

const client = createQueryClient(() => undefined);
const isOn = () => incognitoStore.get().isEnabled;
let refused = false;
const settings = { autoDelete: null, locationPrivacy: { hidden: false, blockedProvinces: [] } };
beforeEach(() => {
  refused = false;
  changeIncognito({ isEnabled: false });
  serve({
    'PUT /api/privacy/settings': (body) =>
      refused
        ? { status: 503, body: { code: 'UNAVAILABLE', message: 'Busy' } }
        : { status: 200, body: { ...settings, ...(body as object) } },
  });
  return () => vi.unstubAllGlobals();
});

it("turns at once, and sets the server's rule", async () => {
  const saving = switchIncognito(client, true);
  expect(isOn()).toBe(true);
  await saving;
  expect([isOn(), client.getQueryData(['privacySettings'])]).toMatchObject([true, { incognito: true }]);
});

it('goes back after a refusal, in either direction', async () => {
  refused = true;
  for (const before of [false, true]) {
    changeIncognito({ isEnabled: before });
    await expect(switchIncognito(client, !before)).rejects.toThrow();
    expect(isOn()).toBe(before);
  }
});

it('of several taps the last one that the server took stays', async () => {
  const taps = [switchIncognito(client, true), switchIncognito(client, false), switchIncognito(client, true)];
  expect(isOn()).toBe(true);
  await Promise.all(taps);
  expect(isOn()).toBe(true);
  refused = true;
  await Promise.allSettled([switchIncognito(client, false), switchIncognito(client, true)]);
  expect(isOn()).toBe(true);
});
