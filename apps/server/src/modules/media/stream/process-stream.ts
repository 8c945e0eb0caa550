import { join } from 'node:path';
import { streamLimits } from '@vlam/contract/media';
import { runConfined } from '../confined.ts';
import type { EncodedStream, StreamOutcome, StreamRefusal, StreamTask } from './outcome.ts';

/** A file that cannot become a stream; `reason` is shown to its owner. */
export class StreamRefused extends Error {
  readonly reason: string;
  readonly kind: StreamRefusal;

  constructor(kind: StreamRefusal, of: 'video' | 'audio') {
    super(`stream refused: ${kind}`);
    this.kind = kind;
    this.reason = refusals[of][kind];
  }
}

const common = {
  'too-slow': 'This file takes too long to prepare. Save it as MP4 with H.264 and try once more',
  'cut-off': 'This file could not be prepared: the work on it was cut off several times. Please send it again',
  'too-large': `Videos can be up to ${streamLimits.side} pixels wide or high`,
};
const refusals: Record<'video' | 'audio', Record<StreamRefusal, string>> = {
  video: {
    ...common,
    unsupported: 'Only MP4, MOV and WebM videos can be used',
    unreadable: 'This video could not be read. Save it again and try once more',
    'too-long': `Videos can be up to ${streamLimits.seconds / 60} minutes long`,
    unavailable: 'Videos cannot be published at the moment',
  },
  audio: {
    ...common,
    unsupported: 'Only MP3, M4A, WAV, OGG, WebM and FLAC sound can be used',
    unreadable: 'This sound could not be read. Save it again and try once more',
    'too-long': `Sound can be up to ${streamLimits.seconds / 60} minutes long`,
    unavailable: 'Sound cannot be published at the moment',
  },
};

export interface StreamBudget {
  /** Bytes, of decoders, encoders and JavaScript together. */
  maxMemory: number;
  maxMs: number;
}
const defaultBudget: StreamBudget = { maxMemory: 1_800 * 1024 ** 2, maxMs: 6 * 3_600_000 };

const program = join(import.meta.dirname, 'worker.ts');

interface StreamJob {
  kind: 'video' | 'audio';
  input: string;
  /** Empty; gets the files. */
  folder: string;
  onProgress(percent: number): void;
  signal?: AbortSignal | undefined;
  budget?: StreamBudget;
}

/** Encodes an uploaded file to the tracks of a stream, in `folder`. Throws `StreamRefused`, or `ProgramKilled`. */
export async function processStream(job: StreamJob): Promise<EncodedStream> {
  const { kind, input, folder, onProgress, budget = defaultBudget } = job;
  const limits = { maxSeconds: streamLimits.seconds, maxSide: streamLimits.side };
  const task: StreamTask = { kind, input, folder, ...limits, ...budget };
  const { code, limit, lastLine } = await runConfined({
    program,
    args: [JSON.stringify(task)],
    reads: [input],
    writable: folder,
    maxMs: budget.maxMs + 1_000,
    signal: job.signal,
    onLine(line) {
      const { progress } = JSON.parse(line) as { progress?: number };
      if (progress !== undefined) onProgress(progress);
    },
  });
  if (code !== 0) throw new StreamRefused(limit === 'time' ? 'too-slow' : 'unreadable', kind);
  const outcome = JSON.parse(lastLine) as StreamOutcome;
  if ('refused' in outcome) throw new StreamRefused(outcome.refused, kind);
  return outcome;
}
