import { expect, it, vi } from 'vitest';
import { avcConfiguration, framesOf } from '../../../test/live-shows.ts';
import { createStreams } from './streams.ts';

it('a show whose storage is slow keeps no other one waiting, and few segments in memory', async () => {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const warn = vi.fn();
  const stored: string[] = [];
  let isFirst = true;
  const streams = createStreams({
    clock: { now: () => new Date() },
    logger: { warn },
    storage: {
      put: async (key: string) => {
        // The first file belongs to the show that begins first.
        if (isFirst) {
          isFirst = false;
          await held;
        }
        stored.push(key);
      },
    },
    transact: async () => {},
    onFirstPicture: async () => {},
  } as unknown as Parameters<typeof createStreams>[0]);
  const tracks = { avcC: avcConfiguration(640, 360), width: 640, height: 360, channels: 1 };
  const begin = (id: string) => {
    const { packager } = streams.open({ id, epoch: 1, nextNumber: 0, keepMs: 0 }, tracks, () => {});
    return (seconds: number) => {
      for (const chunk of framesOf(seconds)) packager.add(chunk);
    };
  };
  begin('slow')(20);
  begin('other')(7);
  await vi.waitFor(() => expect(stored).toHaveLength(6));
  expect(warn).toHaveBeenCalledTimes(4);
  release();
  await streams.settled();
  expect(stored).toHaveLength(6 + 10);
});
