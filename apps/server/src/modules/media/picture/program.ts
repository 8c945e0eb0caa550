import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { confinedCommand, countHidden, isKill, limitLine, ProgramKilled } from '../confined.ts';
import { createFrameReader, type Frame, writeFrame } from './frames.ts';
import type { PictureLimits, PictureQuestion } from './tasks.ts';

/** Bytes: a turned PNG of 50 megapixels with 16 bits a colour, which is the most that is taken, needs 790 MB. */
export const defaultLimits: PictureLimits = { maxMemory: 900 * 1024 ** 2 };
/** The system's own limit also counts what Node asks for and never touches, which is 1.2 GB. */
const maxData = 2_400 * 1024 ** 2;
/** For one picture; decoding alone has twenty seconds. */
const maxMs = 60_000;
const maxStartMs = 30_000;
/** Whatever a picture took over would be given so many of other members. */
const maxTasks = 64;

/** A picture ended the program by itself: by its limits, or by a crash. */
export class ProgramBroken extends Error {}

/** A running program that opens one picture after another. */
export interface PictureProgram {
  /** Throws `ProgramBroken`, or `ProgramKilled` when something outside ended it. */
  ask(question: PictureQuestion, sent: Buffer): Promise<Frame>;
  /** Whether it can be asked once more. */
  isUsable(): boolean;
  readonly pid: number | undefined;
  end(): void;
}

const path = join(import.meta.dirname, 'worker.ts');

/** Starts programs that open pictures: confined, and without any file of their own. */
export interface PictureProgramStarter {
  start(): Promise<PictureProgram>;
  /** Whether the system limits their memory; starts one where none has told yet. */
  isLimited(): Promise<boolean>;
}

/** So many starts have to fail, one after another, before the system's limit counts as impossible. */
const maxLimitedStarts = 3;

/**
 * Whether the system can limit them is decided once, by the first program that starts: no member's file has been opened
 * by then, and a start that fails later weakens nothing.
 */
export function createProgramStarter(
  open: (maxData: number | null) => Promise<PictureProgram> = (data) => openProgram(defaultLimits, data),
): PictureProgramStarter {
  let isLimited: boolean | null = null;

  async function startFirst(tries = 1): Promise<PictureProgram> {
    try {
      const program = await open(maxData);
      isLimited = true;
      return program;
    } catch (error) {
      // Another one may have begun in between, and one that something else ended tells nothing.
      if (isLimited || !(error instanceof Error && error.cause instanceof ProgramBroken)) throw error;
      if (tries < maxLimitedStarts) return startFirst(tries + 1);
    }
    const unlimited = await open(null);
    isLimited ??= false;
    if (!isLimited) return unlimited;
    unlimited.end();
    return open(maxData);
  }

  const start = () => (isLimited === null ? startFirst() : open(isLimited ? maxData : null));
  return {
    start,
    async isLimited() {
      if (isLimited === null) (await start()).end();
      return isLimited === true;
    },
  };
}

/** Those of this process. */
export const picturePrograms = createProgramStarter();

/** Starts one, with what the system gives it at most. When it ends by itself, the error's cause is `ProgramBroken`. */
export async function openProgram(
  limits: PictureLimits = defaultLimits,
  data: number | null = maxData,
): Promise<PictureProgram> {
  const hiddenThen = countHidden();
  const [file = '', ...args] = await confinedCommand({
    program: path,
    args: [JSON.stringify(limits)],
    reads: [],
    writable: null,
    maxData: data ?? undefined,
  });
  const child = spawn(file, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  const channel = openChannel(child);
  let isLate = false;
  const startTimer = setTimeout(() => {
    isLate = true;
    channel.break('did not start');
  }, maxStartMs);
  try {
    await channel.next(() => {});
  } catch (cause) {
    throw new Error('the program that opens pictures did not start', isLate ? {} : { cause });
  } finally {
    clearTimeout(startTimer);
  }
  let tasks = 0;
  let isLast = false;
  channel.rest();
  return {
    async ask(question, sent) {
      tasks += 1;
      channel.wake();
      const timer = setTimeout(() => channel.break(`took longer than ${maxMs} ms`), maxMs);
      try {
        const frame = await channel.next(() => writeFrame(child.stdin, question, [sent]));
        isLast = (frame.header as { isLast?: unknown } | null)?.isLast === true;
        return frame;
      } finally {
        clearTimeout(timer);
        channel.rest();
      }
    },
    isUsable: () => channel.isOpen() && !isLast && tasks < maxTasks && countHidden() === hiddenThen,
    end: () => channel.break('ended'),
    pid: child.pid,
  };
}

function openChannel(
  child: ChildProcess & { stdin: NonNullable<ChildProcess['stdin']>; stdout: NodeJS.ReadableStream },
) {
  const read = createFrameReader();
  const pipes = [child.stdin, child.stdout] as unknown as readonly Socket[];
  let waiting: { done(frame: Frame): void; fail(error: Error): void } | null = null;
  let isOpen = true;
  let why: string | null = null;
  const close = (error: Error) => {
    isOpen = false;
    waiting?.fail(error);
    waiting = null;
  };
  const breakOff = (reason: string) => {
    why ??= reason;
    child.kill('SIGKILL');
  };
  child.stdout.on('data', (chunk: Buffer) => {
    if (String(chunk.subarray(-100)).endsWith(limitLine('memory'))) return breakOff('memory');
    try {
      for (const frame of read(chunk)) {
        // Nothing was asked: it is not ours any more.
        if (!waiting) return breakOff('spoke unasked');
        waiting.done(frame);
        waiting = null;
      }
    } catch {
      breakOff('wrote what is no frame');
    }
  });
  // A program that has ended takes no bytes: its end says so.
  child.stdin.on('error', () => {});
  child.on('error', close);
  child.on('close', (code: number | null, signal: NodeJS.Signals | null) => {
    const end = why ?? signal ?? `code ${code}`;
    close(isKill(signal) && why === null ? new ProgramKilled(`ended by ${end}`) : new ProgramBroken(end));
  });
  return {
    isOpen: () => isOpen && why === null,
    break: breakOff,
    next: (ask: () => void) =>
      new Promise<Frame>((done, fail) => {
        if (!isOpen) return fail(new ProgramKilled('had ended'));
        waiting = { done, fail };
        ask();
      }),
    /** An idle program keeps no process alive. */
    rest() {
      child.unref();
      for (const pipe of pipes) pipe.unref();
    },
    wake() {
      child.ref();
      for (const pipe of pipes) pipe.ref();
    },
  };
}
