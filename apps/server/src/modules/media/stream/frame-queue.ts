import type { Frame } from 'node-av';

function copyOf(frame: Frame): Frame {
  const copy = frame.clone();
  if (!copy) throw new Error('no memory for a frame');
  return copy;
}

/** Works on frames in their order, beside the thread that adds them; keeps at most `capacity` frames waiting. */
export class FrameQueue {
  readonly #work: (frame: Frame) => Promise<void>;
  readonly #capacity: number;
  readonly #waiting: Promise<void>[] = [];

  constructor(work: (frame: Frame) => Promise<void>, capacity: number) {
    this.#work = work;
    this.#capacity = capacity;
  }

  /** Keeps a reference to the picture of the frame; waits while the queue is full. Throws what earlier work threw. */
  async add(frame: Frame): Promise<void> {
    const done = this.#workAfter(this.#waiting.at(-1), copyOf(frame));
    // Awaited by a later `add` or `drain`: until then a failure is no unhandled rejection.
    done.catch(() => {});
    this.#waiting.push(done);
    if (this.#waiting.length > this.#capacity) await this.#waiting.shift();
  }

  /** Resolves when no work is under way; throws what the work threw. */
  async drain(): Promise<void> {
    const ended = await Promise.allSettled(this.#waiting);
    const failed = ended.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #workAfter(before: Promise<void> | undefined, frame: Frame): Promise<void> {
    try {
      await before;
      await this.#work(frame);
    } finally {
      frame.free();
    }
  }
}

/** Yields the frames of `source`, and reads the next while one is worked on. A frame is valid until the next. */
export async function* readAhead(source: AsyncGenerator<Frame>): AsyncGenerator<Frame> {
  const read = async () => {
    const { done, value } = await source.next();
    return done ? null : copyOf(value);
  };
  let next = read();
  try {
    for (;;) {
      const frame = await next;
      if (!frame) return;
      next = read();
      next.catch(() => {});
      try {
        yield frame;
      } finally {
        frame.free();
      }
    }
  } finally {
    // Left early: the frame that was read ahead is freed too.
    await next.then((frame) => frame?.free()).catch(() => {});
    await source.return(undefined);
  }
}
