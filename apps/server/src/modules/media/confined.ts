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
  /** The last line it wrote. */
  lastLine: string;
}

/**
 * Runs a program that opens members' files: without environment, child processes, or write access outside one folder,
 * and where the machine allows it without a network.
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
    wanted.onLine?.(line);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, lastLine };
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
