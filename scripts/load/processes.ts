import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processorMs } from '../../bench/lib/processor-time.ts';

export interface ProcessFigures {
  processorSeconds: number;
  /** Megabytes in memory, as the system counts them. */
  memory: number;
  /** The most that it ever held. */
  mostMemory: number;
}

/** A figure of /proc/<pid>/status in kilobytes; NaN where it is not known. */
export function readStatus(status: string, name: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN);
}

/** What a process has used so far, its children's processor time included. */
export function readProcess(pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: 'VmRSS' | 'VmHWM') => readStatus(status, name) / 1_024;
  return { processorSeconds: processorMs(pid) / 1_000, memory: megabytes('VmRSS'), mostMemory: megabytes('VmHWM') };
}

/** The first process of the embedded PostgreSQL of a data folder. */
export const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
