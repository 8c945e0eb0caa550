import { expect, it, vi } from 'vitest';
import type { sendFile } from '../../lib/send-file.ts';
import { createPictureUpload } from './upload.ts';

type Handlers = Parameters<typeof sendFile>[1];
const picture = new File(['light'], 'blue.jpg', { type: 'image/jpeg' });

function createSender() {
  const sent: { file: File; handlers: Handlers; cancel: ReturnType<typeof vi.fn>; resume: ReturnType<typeof vi.fn> }[] =
    [];
  const send: typeof sendFile = async (file, handlers) => {
    const sending = { file, handlers, cancel: vi.fn(), resume: vi.fn(), pause: vi.fn() };
    sent.push(sending);
    return sending;
  };
  return { sent, send };
}
const ready = async () => ({ state: 'ready' as const, reason: null });

it('polls until the server has prepared the file', async () => {
  const { send, sent } = createSender();
  const states = ['processing', 'ready'] as const;
  let asked = 0;
  const upload = createPictureUpload({
    send,
    getMedia: async () => ({ ...(await ready()), state: states[asked++] ?? 'ready' }),
  });
  upload.choose(picture);
  const completed = upload.whenReady();
  sent[0]?.handlers.onProgress(1, 4);
  expect(upload.state.get()).toMatchObject({ step: 'sending', sent: 0.25 });
  sent[0]?.handlers.onSent('one');
  await expect(completed).resolves.toBe('one');
  expect(upload.state.get()).toMatchObject({ step: 'ready' });
});

it('refuses a file before the upload', () => {
  const { send, sent } = createSender();
  const upload = createPictureUpload({ send, getMedia: ready });
  upload.choose(new File(['x'], 'clip.mp4', { type: 'video/mp4' }));
  expect(upload.state.get()).toEqual({ step: 'refused', refusal: 'coming' });
  expect(sent).toHaveLength(0);
});

it('resumes after a lost connection', async () => {
  const { send, sent } = createSender();
  const upload = createPictureUpload({ send, getMedia: ready });
  upload.choose(picture);
  await Promise.resolve();
  sent[0]?.handlers.onProgress(1, 2);
  const waiting = upload.whenReady();
  sent[0]?.handlers.onStopped(undefined);
  await expect(waiting).rejects.toThrow();
  expect(upload.state.get()).toMatchObject({ step: 'stopped', sent: 0.5 });
  upload.resume();
  expect(sent[0]?.resume).toHaveBeenCalledOnce();
  expect(upload.state.get()).toMatchObject({ step: 'sending', sent: 0.5 });
});

it('exposes why the server refused a file', () => {
  const { send, sent } = createSender();
  const upload = createPictureUpload({ send, getMedia: ready });
  upload.choose(picture);
  sent[0]?.handlers.onStopped('You have reached the limit for now');
  expect(upload.state.get()).toMatchObject({ step: 'failed', reason: 'You have reached the limit for now' });
});

it('cancels the first file when another is chosen, and ignores its events', async () => {
  const { send, sent } = createSender();
  const upload = createPictureUpload({ send, getMedia: ready });
  upload.choose(picture);
  await Promise.resolve();
  const first = upload.pick();
  upload.choose(new File(['dark'], 'night.png', { type: 'image/png' }));
  expect(sent[0]?.cancel).toHaveBeenCalledOnce();
  expect(upload.pick()).not.toBe(first);
  sent[0]?.handlers.onSent('first');
  expect(upload.state.get()).toMatchObject({ step: 'sending', file: { name: 'night.png' } });
});
