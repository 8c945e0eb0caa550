import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { toastQueue } from '../../lib/toast.ts';
import { useShare } from './use-share.ts';

function Page({ onReady }: { onReady(share: () => Promise<void>): void }) {
  const { share } = useShare('https://vlam.test/@zanele');
  onReady(() => share('Zanele'));
  return null;
}

async function shareWith(device: { share?: () => Promise<void>; writeText: () => Promise<void> }): Promise<string[]> {
  Object.defineProperty(navigator, 'share', { value: device.share, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: device.writeText }, configurable: true });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const root = createRoot(document.createElement('div'));
  let share = async () => {};
  act(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Page
          onReady={(made) => {
            share = made;
          }}
        />
      </I18nProvider>,
    ),
  );
  await share();
  act(() => root.unmount());
  return toastQueue.get().map(({ tone }) => tone);
}

const allowed = async () => {};
const refused = async () => {
  throw new DOMException('no', 'NotAllowedError');
};
const dismissed = async () => {
  throw new DOMException('no', 'AbortError');
};

afterEach(() => {
  toastQueue.set([]);
});

it.each([
  ['shows a toast when the link was copied', { writeText: allowed }, ['success']],
  ['shows an error when the clipboard is blocked', { writeText: refused }, ['error']],
  ['copies the link when the share sheet is refused', { share: refused, writeText: allowed }, ['success']],
  ['shows nothing after sharing', { share: allowed, writeText: refused }, []],
  ['shows nothing when the share sheet was dismissed', { share: dismissed, writeText: refused }, []],
])('%s', async (_title, device, toastTones) => {
  expect(await shareWith(device)).toEqual(toastTones);
});
