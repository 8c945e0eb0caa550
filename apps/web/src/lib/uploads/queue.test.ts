import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../../test/wait.ts';
import type { sendFile } from '../send-file.ts';
import { createUploadQueue, type UploadQueue } from './queue.ts';
import type { WorkDependencies } from './work.ts';

type Handlers = Parameters<typeof sendFile>[1];
interface Sent {
  payload: Blob;
  handlers: Handlers;
  address: string | null | undefined;
  resume: ReturnType<typeof vi.fn>;
  pause: ReturnType<typeof vi.fn>;
  cancel: ReturnType<typeof vi.fn>;
}

const aPicture = (name = 'blue.jpg', text = 'light', lastModified = 1_000) =>
  new File([text], name, { type: 'image/jpeg', lastModified });

let sent: Sent[];
let queue: UploadQueue;

function start(deps: Partial<WorkDependencies> = {}): UploadQueue {
  queue?.dispose();
  sent = [];
  queue = createUploadQueue({
    send: async (payload, handlers, _kind, address) => {
      const sending = { payload, handlers, address, resume: vi.fn(), pause: vi.fn(), cancel: vi.fn() };
      sent.push(sending);
      return sending;
    },
    getMedia: async () => ({ state: 'ready', reason: null, url: '/m/one' }),
    reduce: async () => null,
    random: () => 0,
    ...deps,
  });
  return queue;
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const steps = () => queue.items.get().map(({ step }) => step);
const first = () => queue.items.get()[0] ?? expect.fail();

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  start();
});
afterEach(() => vi.useRealTimers());

describe('the upload queue', () => {
  it('sends two files at a time and reports bytes until the server has prepared them', async () => {
    const states = ['processing', 'ready'] as const;
    let asked = 0;
    start({ getMedia: async () => ({ state: states[asked++] ?? 'ready', reason: null, url: null }) });
    const [id = ''] = queue.add('create', 'image', [aPicture(), aPicture('b.jpg', 'two'), aPicture('c.jpg', 'three')]);
    await settle();
    expect(steps()).toEqual(['sending', 'sending', 'waiting']);
    const ready = queue.whenReady(id);
    sent[0]?.handlers.onProgress(3, 5);
    expect(first()).toMatchObject({ sentBytes: 3, byteSize: 5 });
    sent[0]?.handlers.onSent('one');
    await settle();
    expect(steps()).toEqual(['preparing', 'sending', 'sending']);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(ready).resolves.toBe('one');
  });

  it('refuses a file before it travels', async () => {
    queue.add('create', 'image', [new File(['x'], 'a.gif', { type: 'image/gif' })]);
    queue.add('create', 'image', [new File([], 'b.jpg', { type: 'image/jpeg' })]);
    await settle();
    expect(queue.items.get().map(({ refusal }) => refusal)).toEqual(['image-type', 'empty']);
    expect(sent).toHaveLength(0);
  });

  it('goes on by itself after the line dropped, later each time, until bytes arrive', async () => {
    queue.add('create', 'image', [aPicture()]);
    await settle();
    sent[0]?.handlers.onStopped(undefined);
    expect(first()).toMatchObject({ step: 'stopped' });
    await vi.advanceTimersByTimeAsync(500);
    expect(first()).toMatchObject({ step: 'sending' });
    expect(sent[0]?.resume).toHaveBeenCalledOnce();
    sent[0]?.handlers.onStopped(undefined);
    await vi.advanceTimersByTimeAsync(999);
    expect(first()).toMatchObject({ step: 'stopped' });
    await vi.advanceTimersByTimeAsync(1);
    sent[0]?.handlers.onProgress(2, 5);
    sent[0]?.handlers.onStopped(undefined);
    await vi.advanceTimersByTimeAsync(500);
    expect(first()).toMatchObject({ step: 'sending' });
    expect(sent).toHaveLength(1);
  });

  it('pauses and continues, and gives the place to the next file', async () => {
    const ids = queue.add('create', 'image', [aPicture(), aPicture('b.jpg', 'two'), aPicture('c.jpg', 'three')]);
    await settle();
    queue.pause(ids.slice(0, 1));
    await settle();
    expect(steps()).toEqual(['paused', 'sending', 'sending']);
    expect(sent[0]?.pause).toHaveBeenCalledOnce();
    queue.resume(ids.slice(0, 1));
    expect(steps()).toEqual(['waiting', 'sending', 'sending']);
    sent[1]?.handlers.onSent('two');
    await settle();
    expect(steps()[0]).toBe('sending');
    expect(sent[0]?.resume).toHaveBeenCalledOnce();
  });

  it("shows the server's reason and sends the file anew when tried again", async () => {
    const [id = ''] = queue.add('create', 'image', [aPicture()]);
    await settle();
    const ready = queue.whenReady(id);
    sent[0]?.handlers.onStopped('You have reached the upload limit for today');
    await expect(ready).rejects.toThrow('You have reached the upload limit for today');
    expect(first()).toMatchObject({ step: 'failed', reason: 'You have reached the upload limit for today' });
    queue.resume([id]);
    await settle();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.address).toBeNull();
  });

  it('puts a removed file back, or deletes it on the server', async () => {
    const [one = '', two = ''] = queue.add('create', 'image', [aPicture(), aPicture('b.jpg', 'two')]);
    await settle();
    const { undo } = queue.remove([one]);
    expect(queue.items.get().map(({ id }) => id)).toEqual([two]);
    undo();
    await settle();
    expect(queue.items.get().map(({ id }) => id)).toEqual([one, two]);
    expect(sent[0]?.resume).toHaveBeenCalledOnce();
    queue.remove([one]).done();
    await settle();
    expect(sent[0]?.cancel).toHaveBeenCalledOnce();
    expect(queue.items.get().map(({ id }) => id)).toEqual([two]);
    sent[0]?.handlers.onSent('late');
    await settle();
    expect(queue.items.get()).toHaveLength(1);
  });
});

describe('after a reload', () => {
  it('goes on with the same file, starts over with another, and stores no name', async () => {
    queue.add('create', 'image', [aPicture('Thandi at the beach.jpg'), aPicture('Sipho.jpg', 'other')]);
    await settle();
    sent[0]?.handlers.onAddress?.('/api/uploads/one');
    sent[1]?.handlers.onAddress?.('/api/uploads/two');
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/Thandi|Sipho/);
    start();
    queue.restore('create');
    expect(steps()).toEqual(['missing', 'missing']);
    queue.chooseAgain('create', [aPicture('new.jpg', 'another one'), aPicture()]);
    await settle();
    expect(sent.map(({ address }) => address)).toEqual(['/api/uploads/one', null]);
  });

  it('asks only the server about what was complete', async () => {
    queue.add('create', 'image', [aPicture()]);
    await settle();
    sent[0]?.handlers.onSent('one');
    await settle();
    start();
    queue.restore('create');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(first()).toMatchObject({ step: 'ready', mediaId: 'one', file: null, previewUrl: '/m/one' });
    expect(sent).toHaveLength(0);
  });

  it('continues a smaller copy only when it is the same copy', async () => {
    const copies = { first: 'ab', same: 'ab', other: 'ba' };
    const reduceTo = (text: string) => ({ reduce: async () => new Blob([text]) });
    for (const [now, address] of [
      ['same', '/api/uploads/one'],
      ['other', null],
    ] as const) {
      sessionStorage.clear();
      start(reduceTo(copies.first));
      queue.add('create', 'image', [aPicture()]);
      await waitFor(() => expect(sent).toHaveLength(1));
      sent[0]?.handlers.onAddress?.('/api/uploads/one');
      start(reduceTo(copies[now]));
      queue.restore('create');
      queue.chooseAgain('create', [aPicture()]);
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(sent[0]?.address).toBe(address);
    }
  });

  it('forgets what is used now', async () => {
    const ids = queue.add('create', 'image', [aPicture()]);
    await settle();
    queue.release(ids);
    start();
    queue.restore('create');
    expect(queue.items.get()).toEqual([]);
  });
});

describe('a smaller copy', () => {
  it('travels instead of the file, until the original is wanted', async () => {
    start({ reduce: async () => new Blob(['ab']) });
    queue.add('create', 'image', [aPicture()]);
    await waitFor(() => expect(steps()).toEqual(['sending']));
    expect(first()).toMatchObject({ fileBytes: 5, byteSize: 2 });
    queue.sendOriginals('create', true);
    await settle();
    expect(sent[0]?.cancel).toHaveBeenCalledOnce();
    expect(sent[1]?.payload.size).toBe(5);
    expect(first()).toMatchObject({ byteSize: 5 });
  });

  it('is needed for HEIC: without one the file is refused', async () => {
    start({ reduce: () => Promise.reject(new Error('not readable')) });
    queue.add('create', 'image', [new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' }), aPicture()]);
    await settle();
    expect(queue.items.get().map(({ refusal }) => refusal)).toEqual(['heic', null]);
    expect(sent).toHaveLength(1);
  });

  it('may make a file small enough that is too large itself', async () => {
    const large = new File([new Uint8Array(26 * 1024 ** 2)], 'large.jpg', { type: 'image/jpeg' });
    queue.add('create', 'image', [large]);
    await settle();
    expect(first()).toMatchObject({ step: 'failed', refusal: 'image-size' });
    start({ reduce: async () => new Blob(['ab']) });
    queue.add('create', 'image', [large]);
    await waitFor(() => expect(steps()).toEqual(['sending']));
  });
});
