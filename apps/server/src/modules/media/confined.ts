import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { hideCommand } from './hidden-folders.ts';

export interface ConfinedProgram {
  /** Path of the program. */
  program: string;
  args: readonly string[];
  /** The files it opens; with `writable`, all it sees of the hidden folders. */
  reads: readonly string[];
  /** The only folder it may write to. */
  writable: string | null;
  /** It is killed after this long. */
  maxMs: number;
  /** Bytes of its own data that the system gives it at most, where the system can limit them. */
  maxData?: number | undefined;
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

const hidden = new Set<string>();

/** Hides a folder from confined programs, where the machine allows it: it holds secrets and the files of others. */
export function hideFromPrograms(folder: string): void {
  hidden.add(resolve(folder));
}

/**
 * Runs a program that opens members' files: without environment, child processes, or write access outside one folder,
 * and where the machine allows it without a network and the hidden folders. Throws `ProgramKilled`.
 */
export async function runConfined(wanted: ConfinedProgram): Promise<ConfinedEnd> {
  return run(wanted, await confinement());
}

/** The command that becomes the program itself, so that the process stays the child of this one. */
function outerCommand(wanted: ConfinedStart, level: Confinement): readonly string[] {
  if (level === 'none') return [];
  if (level === 'network') return withoutNetworkCommand;
  const seen = [...wanted.reads, ...(wanted.writable ? [wanted.writable] : [])].map((path) => resolve(path));
  // A folder with the program in it cannot be hidden from it.
  const away = [...hidden].filter(
    (folder) => existsSync(folder) && ![process.execPath, wanted.program].some((path) => isWithin(folder, path)),
  );
  return hideCommand(
    away,
    seen.filter((path) => away.some((folder) => isWithin(folder, path))),
  );
}

const isWithin = (folder: string, path: string): boolean => path.startsWith(folder + sep);

/** What a program needs to be started confined. */
export type ConfinedStart = Pick<ConfinedProgram, 'program' | 'args' | 'reads' | 'writable' | 'maxData'>;

/** The command of a program that is asked over its standard input and output; started without environment. */
export async function confinedCommand(wanted: ConfinedStart): Promise<readonly string[]> {
  return commandOf(wanted, await confinement());
}

/** Grows whenever another folder is hidden: a program that was started before sees that one. */
export const countHidden = (): number => hidden.size;

/** Neither the address space, of which Node reserves gigabytes, nor what is resident, which Linux does not limit. */
const limitData = (bytes: number): readonly string[] => [
  '/bin/sh',
  '-c',
  `ulimit -d ${Math.floor(bytes / 1024)}; exec /usr/bin/env -i "$@"`,
  'sh',
];

function commandOf(wanted: ConfinedStart, level: Confinement): readonly string[] {
  const permissions = ['--permission', '--allow-addons', '--allow-worker', '--allow-fs-read=*'];
  if (wanted.writable) permissions.push(`--allow-fs-write=${wanted.writable}`);
  const limits = ['--disable-warning=SecurityWarning', '--max-old-space-size=512'];
  const data = wanted.maxData ? limitData(wanted.maxData) : [];
  const command = [process.execPath, ...permissions, ...limits, wanted.program, ...wanted.args];
  return [...outerCommand(wanted, level), ...data, ...command];
}

async function run(wanted: ConfinedProgram, level: Confinement): Promise<ConfinedEnd> {
  const [file = '', ...args] = commandOf(wanted, level);
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
  if (isKill(signal) && !limit) throw new ProgramKilled(`ended by ${signal}`);
  return { code, limit, lastLine };
}

const killing: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);
/** Other signals come from the program itself: a decoder that a file broke. */
export const isKill = (signal: NodeJS.Signals | null): boolean => signal !== null && killing.has(signal);

function limitIn(line: string): ConfinedEnd['limit'] {
  return line === limitLine('time').trim() ? 'time' : line === limitLine('memory').trim() ? 'memory' : null;
}

const withoutNetworkCommand = ['/usr/bin/unshare', '--user', '--map-current-user', '--net'];

/** What this machine lets an unprivileged process take from a program: network and folders, the network alone, or nothing. */
export type Confinement = 'whole' | 'network' | 'none';

let possible: Promise<Confinement> | null = null;

/** Asked once. */
export function confinement(): Promise<Confinement> {
  possible ??= works(hideCommand([], [])).then(async (isWhole) => {
    if (isWhole) return 'whole';
    return (await works(withoutNetworkCommand)) ? 'network' : 'none';
  });
  return possible;
}

const works = ([file = '', ...args]: readonly string[]): Promise<boolean> =>
  new Promise((done) => {
    const child = spawn(file, [...args, '/bin/true'], { env: {}, stdio: 'ignore', timeout: 5_000 });
    child.on('error', () => done(false));
    child.on('close', (code) => done(code === 0));
  });
