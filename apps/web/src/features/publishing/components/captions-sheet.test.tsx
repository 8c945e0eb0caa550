import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Rendered, render, serve, settle } from '../../../../test/render.tsx';
import { CaptionsSheet } from './captions-sheet.tsx';

const mediaId = '01999999-0000-7000-8000-000000000003';
const path = `/api/media/${mediaId}/captions`;
const stored = { language: 'zu', cues: 12, addedAt: '2026-11-21T10:00:00.000Z' };
const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nSawubona\n';

let screen: Rendered;
let calls: ReturnType<typeof serve>;
async function open(
  mediaIds = [mediaId],
  answer: Parameters<typeof serve>[0][string] = () => ({ status: 200, body: stored }),
) {
  calls = serve({
    [`GET ${path}`]: () => ({ status: 200, body: [stored] }),
    [`PUT ${path}/en`]: answer,
    [`PUT ${path}/zu`]: answer,
    [`DELETE ${path}/zu`]: () => ({ status: 204 }),
  });
  screen = await render(<CaptionsSheet open onClose={() => undefined} mediaIds={mediaIds} />);
}
const changes = () => calls.filter(({ call }) => !call.startsWith('GET'));
async function pick(label: string, text: string, name = 'film.vtt') {
  const input = [...screen.container.querySelectorAll<HTMLInputElement>('input[type="file"]')].find(
    (each) => each.getAttribute('aria-label') === label || each.closest('label')?.textContent?.includes(label),
  );
  if (!input) throw new Error(`no file field ${label}`);
  await act(async () => {
    Object.defineProperty(input, 'files', { value: [new File([text], name)], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settle();
}
const alertText = () => screen.container.querySelector('[role="alert"]')?.textContent;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
});
afterEach(() => screen.unmount());

it('waits for the recording', async () => {
  await open([]);
  expect(screen.container.textContent).toContain('Choose the video or sound first');
  expect(screen.container.querySelector('input')).toBeNull();
});

it('adds a file in the chosen language, replaces and removes one', async () => {
  await open();
  expect(screen.container.textContent).toContain('isiZulu12 captions');
  await pick('Add a file', vtt);
  expect(changes()).toEqual([]);
  await screen.fill('caption-language', 'en');
  await pick('Add a file', vtt);
  await pick('Replace the captions in isiZulu', vtt);
  await screen.press('Remove the captions in isiZulu');
  expect(changes()).toEqual([
    { call: `PUT ${path}/en`, body: { file: btoa(vtt) } },
    { call: `PUT ${path}/zu`, body: { file: btoa(vtt) } },
    { call: `DELETE ${path}/zu`, body: undefined },
  ]);
});

it('refuses a file that cannot be used before it is sent, and names the line', async () => {
  await open();
  await pick('Replace the captions in isiZulu', 'WEBVTT\n\n00:02.000 --> 00:01.000\nA\n');
  expect(alertText()).toBe('Line 3: This caption ends before it begins.');
  await pick('Replace the captions in isiZulu', 'hello');
  expect(alertText()).toContain('WebVTT');
  await pick('Replace the captions in isiZulu', 'a'.repeat(600_000));
  expect(alertText()).toContain('512 KB');
  expect(changes()).toEqual([]);
});

it("shows the server's reason", async () => {
  const message = 'All captions are past the end';
  await open([mediaId], () => ({ status: 415, body: { code: 'UNSUPPORTED_MEDIA', message } }));
  await pick('Replace the captions in isiZulu', vtt);
  expect(alertText()).toBe(message);
});
