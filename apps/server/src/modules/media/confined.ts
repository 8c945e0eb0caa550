import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ConfinedProgram {
  /** Path of the program. */
  program: string;
  args: readonly string[];
  /** The only folder it may write to. */
  writable: string | null;
  /** It is killed after this long. */
  maxMs: number;
  onLine?: ((line: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface ConfinedEnd {
  code: number | null;
  /** The limit that ended it; null when none did. */
  limit: 'time' | 'memory' | null;
  /** The last line it wrote. */
  lastLine: string;
}

/** Something else than its own limits ended the program, such as an out-of-memory killer: its file may be sound. */
export class ProgramKilled extends Error {}

/** The last line of a program that a limit ends. */
export const limitLine = (limit: 'time' | 'memory'): string => `${JSON.stringify({ limit })}\n`;

/**
 * Runs a program that opens members' files: without environment, child processes, or write access outside one folder,
 * and where the machine allows it without a network. Throws `ProgramKilled`.
 */
export async function runConfined(wanted: ConfinedProgram): Promise<ConfinedEnd> {
  return run(wanted, await isNetworkDeniable());
}

async function run(wanted: ConfinedProgram, withoutNetwork: boolean): Promise<ConfinedEnd> {
  const permissions = ['--permission', '--allow-addons', '--allow-worker', '--allow-fs-read=*'];
  if (wanted.writable) permissions.push(`--allow-fs-write=${wanted.writable}`);
  const limits = ['--disable-warning=SecurityWarning', '--max-old-space-size=512'];
  const command = [process.execPath, ...permissions, ...limits, wanted.program, ...wanted.args];
  const [file = '', ...args] = withoutNetwork ? [...withoutNetworkCommand, ...command] : command;
  const child = spawn(file, args, {
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: wanted.maxMs,
    killSignal: 'SIGKILL',
    ...(wanted.signal ? { signal: wanted.signal } : {}),
  });
  let lastLine = '';
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    lastLine = line;
    if (limitIn(line) === null) wanted.onLine?.(line);
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...ended) => resolve(ended));
  });
  // `killed`: the timeout above, for a program whose own watch did not end it.
  const limit = limitIn(lastLine) ?? (child.killed ? 'time' : null);
  if (signal && killing.has(signal) && !limit) throw new ProgramKilled(`ended by ${signal}`);
  return { code, limit, lastLine };
}

/** Other signals come from the program itself: a decoder that a file broke. */
const killing: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

function limitIn(line: string): ConfinedEnd['limit'] {
  return line === limitLine('time').trim() ? 'time' : line === limitLine('memory').trim() ? 'memory' : null;
}

/** Becomes the program itself, so the process stays the child of this one. */
const withoutNetworkCommand = ['/usr/bin/unshare', '--user', '--map-current-user', '--net'];

let deniable: Promise<boolean> | null = null;

/** Whether this machine lets us start a program in an empty network of its own; asked once. */
export function isNetworkDeniable(): Promise<boolean> {
  deniable ??= new Promise((resolve) => {
    const [file = '', ...args] = withoutNetworkCommand;
    const child = spawn(file, [...args, 'true'], { env: {}, stdio: 'ignore', timeout: 5_000 });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
  return deniable;
}
