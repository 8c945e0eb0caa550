import { setImmediate } from 'node:timers/promises';
import type { Frame } from 'node-av';
import { describe, expect, it } from 'vitest';
import { FrameQueue, readAhead } from './frame-queue.ts';

/** A frame by its number; counts the copies that are not yet freed. */
function frames() {
  let held = 0;
  const frame = (pts: number): Frame => {
    const free = () => {
      held -= 1;
    };
    const copy = { pts, clone: () => frame(pts), free };
    held += 1;
    return copy as unknown as Frame;
  };
  return { frame, held: () => held };
}

/** Work that ends when it is told to. */
function gate() {
  const waiting: (() => void)[] = [];
  return {
    pass: () => new Promise<void>((resolve) => waiting.push(resolve)),
    async open() {
      waiting.shift()?.();
      await setImmediate();
    },
  };
}

describe('a queue of frames', () => {
  it('works in order, one at a time, and keeps no more than its capacity', async () => {
    const { frame, held } = frames();
    const { pass, open } = gate();
    const worked: number[] = [];
    const queue = new FrameQueue(async ({ pts }) => {
      worked.push(Number(pts));
      await pass();
    }, 2);
    await queue.add(frame(1));
    await queue.add(frame(2));
    let isAdded = false;
    const third = queue.add(frame(3)).then(() => {
      isAdded = true;
    });
    await setImmediate();
    expect({ worked, isAdded }).toEqual({ worked: [1], isAdded: false });
    await open();
    await third;
    expect(worked).toEqual([1, 2]);
    await open();
    const drained = queue.drain();
    await open();
    await drained;
    expect(worked).toEqual([1, 2, 3]);
    // The three that were added; the queue's own copies are freed.
    expect(held()).toBe(3);
  });

  it('tells the failure of its work, stops there and frees what waited', async () => {
    const { frame, held } = frames();
    const worked: number[] = [];
    const queue = new FrameQueue(async ({ pts }) => {
      worked.push(Number(pts));
      throw new Error('no room');
    }, 3);
    await queue.add(frame(1));
    await queue.add(frame(2));
    await expect(queue.drain()).rejects.toThrow('no room');
    expect(worked).toEqual([1]);
    expect(held()).toBe(2);
  });
});

describe('reading ahead', () => {
  async function* numbered(frame: (pts: number) => Frame, read: number[], fails?: number) {
    for (let number = 1; number <= 4; number += 1) {
      if (number === fails) throw new Error('cut off');
      read.push(number);
      const own = frame(number);
      yield own;
      own.free();
    }
  }

  it('reads one frame further than it gives', async () => {
    const { frame, held } = frames();
    const read: number[] = [];
    const seen: [given: number, read: number][] = [];
    for await (const { pts } of readAhead(numbered(frame, read))) {
      await setImmediate();
      seen.push([Number(pts), read.length]);
    }
    expect(seen).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4],
    ]);
    expect(held()).toBe(0);
  });

  it('gives what was read before a failure, then fails', async () => {
    const { frame } = frames();
    const seen: number[] = [];
    await expect(async () => {
      for await (const { pts } of readAhead(numbered(frame, [], 3))) seen.push(Number(pts));
    }).rejects.toThrow('cut off');
    expect(seen).toEqual([1, 2]);
  });

  it('frees the frame it read ahead when it is left', async () => {
    const { frame, held } = frames();
    for await (const { pts } of readAhead(numbered(frame, []))) if (Number(pts) === 2) break;
    // The source was left in the middle of its third frame.
    expect(held()).toBe(1);
  });
});
