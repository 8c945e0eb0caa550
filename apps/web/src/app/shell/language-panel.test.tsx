import { i18n } from '@lingui/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Rendered, render } from '../../../test/render.tsx';
import { waitFor } from '../../../test/wait.ts';
import { loadTexts } from '../../lib/language.ts';
import { LanguagePanel } from './language-panel.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  drawn?.unmount();
  vi.unstubAllGlobals();
  await loadTexts('en');
});

it('sends the push texts of the chosen language to the worker on every screen', async () => {
  const postMessage = vi.fn();
  vi.stubGlobal(
    'navigator',
    Object.assign(navigator, { serviceWorker: { ready: Promise.resolve({ active: { postMessage } }) } }),
  );
  drawn = await render(<LanguagePanel close={() => {}} />);
  // Fixed texts, so that the test needs no translation.
  const activate = vi.spyOn(i18n, 'activate').mockImplementation((locale) => {
    activate.mockRestore();
    i18n.loadAndActivate({ locale, messages: { [generateMessageId('You have something new')]: 'Iets nuuts' } });
  });
  await drawn.press('Afrikaans');
  await act(() => waitFor(() => expect(postMessage).toHaveBeenCalled()));
  expect(postMessage.mock.calls).toEqual([[{ type: 'PUSH_TEXT', text: { title: 'Vlam', body: 'Iets nuuts' } }]]);
});
