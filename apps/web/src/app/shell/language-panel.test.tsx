import { i18n } from '@lingui/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Rendered, render } from '../../../test/render.tsx';
import { loadTexts } from '../../lib/language.ts';
import { LanguagePanel } from './language-panel.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  drawn?.unmount();
  vi.unstubAllGlobals();
  await loadTexts('en');
});

it('leaves the words of a push with the worker in the language that was just chosen, whatever screen is open', async () => {
  const postMessage = vi.fn();
  vi.stubGlobal(
    'navigator',
    Object.assign(navigator, { serviceWorker: { ready: Promise.resolve({ active: { postMessage } }) } }),
  );
  drawn = await render(<LanguagePanel close={() => {}} />);
  // Words of our own, so that the test does not wait for a translation.
  const load = vi.spyOn(i18n, 'loadAndActivate').mockImplementation(({ locale }) => {
    load.mockRestore();
    i18n.loadAndActivate({ locale, messages: { [generateMessageId('You have something new')]: 'Iets nuuts' } });
  });
  await drawn.press('Afrikaans');
  await act(() => vi.waitFor(() => expect(postMessage).toHaveBeenCalled()));
  expect(postMessage.mock.calls).toEqual([[{ type: 'WORDS', words: { title: 'Vlam', body: 'Iets nuuts' } }]]);
});
