import { join } from 'node:path';
import { clipLimits } from '@vlam/contract/media';
import { runConfined } from '../confined.ts';
import type { ClipContainer, ClipTask, Outcome, RefusalKind } from './outcome.ts';

export interface ProcessedClip {
  container: ClipContainer;
  width: number;
  height: number;
  durationMs: number;
}

/** A file that cannot be used; `reason` is shown to its sender. */
export class ClipRefused extends Error {
  readonly reason: string;
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, cause?: unknown) {
    super(`clip refused: ${kind}`, { cause });
    this.kind = kind;
    this.reason = refusals[kind];
  }
}

const refusals: Record<RefusalKind, string> = {
  unsupported: 'Only MP4, MOV and WebM clips can be used',
  unreadable: 'This clip could not be read. Save it again and try once more',
  'too-long': `Clips can be up to ${clipLimits.seconds / 60} minutes long`,
  'too-large': `Clips can be up to ${clipLimits.side} pixels wide or high`,
  'too-slow': 'This clip takes too long to prepare. Save it as MP4 with H.264 and try once more',
  unavailable: 'Clips cannot be sent at the moment',
};

/** Limits for one clip; memory covers decoder and JavaScript, in bytes. */
export interface ClipBudget {
  maxMemory: number;
  maxMs: number;
}
const defaultBudget: ClipBudget = { maxMemory: 900 * 1024 ** 2, maxMs: 4 * 60_000 };

const program = join(import.meta.dirname, 'worker.ts');
/** Prepares an uploaded clip: a copy without its metadata and a poster, both in `folder`. Throws `ClipRefused`, or `ProgramKilled`. */
export async function processClip(
  input: string,
  folder: string,
  budget: ClipBudget = defaultBudget,
): Promise<ProcessedClip> {
  const task: ClipTask = { input, folder, maxSeconds: clipLimits.seconds, maxSide: clipLimits.side, ...budget };
  const { code, limit, lastLine } = await runConfined({
    program,
    args: [JSON.stringify(task)],
    reads: [input],
    writable: folder,
    maxMs: budget.maxMs + 1_000,
  });
  if (code !== 0) throw new ClipRefused(limit === 'time' ? 'too-slow' : 'unreadable');
  const outcome = JSON.parse(lastLine) as Outcome;
  if ('refused' in outcome) throw new ClipRefused(outcome.refused);
  return outcome;
}

let availability: Promise<boolean> | null = null;

/**
 * Whether this machine can open clips: FFmpeg's bindings are optional. True is cached for the process, false for a
 * minute.
 */
export function clipsWork(): Promise<boolean> {
  availability ??= runConfined({ program, args: [], reads: [], writable: null, maxMs: 30_000 })
    .then(
      ({ code }) => code === 0,
      () => false,
    )
    .then((work) => {
      if (!work) setTimeout(clearAvailability, unavailableCacheMs).unref();
      return work;
    });
  return availability;
}

const unavailableCacheMs = 60_000;
function clearAvailability(): void {
  availability = null;
}
