import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { confinedCommand, countHidden, isKill, limitLine, ProgramKilled } from '../confined.ts';
import { createFrameReader, type Frame, writeFrame } from './frames.ts';
import type { PictureLimits, PictureTask } from './tasks.ts';

/** Bytes: a turned PNG of 50 megapixels with 16 bits a colour, which is the most that is taken, needs 790 MB. */
export const defaultLimits: PictureLimits = { maxMemory: 900 * 1024 ** 2 };
/** The system's own limit also counts what Node asks for and never touches, which is 1.2 GB. */
let maxData: number | undefined = 2_400 * 1024 ** 2;
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
  ask(task: PictureTask, sent: Buffer): Promise<Frame>;
  /** Whether it can be asked once more. */
  isUsable(): boolean;
  readonly pid: number | undefined;
  end(): void;
}

const path = join(import.meta.dirname, 'worker.ts');

/** Starts a program that opens pictures: confined, and without any file of its own. */
export async function startPictureProgram(limits: PictureLimits = defaultLimits): Promise<PictureProgram> {
  try {
    return await start(limits);
  } catch (error) {
    if (maxData === undefined) throw error;
    // Another machine's Node may ask for more. The program limits itself in any case.
    maxData = undefined;
    return start(limits);
  }
}

async function start(limits: PictureLimits): Promise<PictureProgram> {
  const hiddenThen = countHidden();
  const [file = '', ...args] = await confinedCommand({
    program: path,
    args: [JSON.stringify(limits)],
    reads: [],
    writable: null,
    maxData,
  });
  const child = spawn(file, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  const channel = openChannel(child);
  const startTimer = setTimeout(() => channel.break('did not start'), maxStartMs);
  try {
    await channel.next(() => {});
  } catch (cause) {
    throw new Error('the program that opens pictures did not start', { cause });
  } finally {
    clearTimeout(startTimer);
  }
  let tasks = 0;
  let isLast = false;
  channel.rest();
  return {
    async ask(task, sent) {
      tasks += 1;
      channel.wake();
      const timer = setTimeout(() => channel.break(`took longer than ${maxMs} ms`), maxMs);
      try {
        const frame = await channel.next(() => writeFrame(child.stdin, { task }, [sent]));
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
