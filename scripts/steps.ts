import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

export interface Step {
  name: string;
  command: readonly [string, ...string[]];
  /** Packages without which it is skipped by name: some have programs for some machines only. */
  needs?: readonly string[];
}

/** What the linter of migrations runs. Only squawk's program for Linux on x64 is installed; elsewhere it is skipped. */
export const squawk = `@squawk-cli/${process.platform}-${process.arch}`;
export const linters = [squawk, 'libpg-query'];

/** The first of these packages that is not installed, with what to do; null when none is missing. */
export function findMissing(packages: readonly string[]): string | null {
  const name = packages.find((each) => !existsSync(join(root, 'node_modules', each, 'package.json')));
  return name ? `${name} is not installed; run npm ci` : null;
}

/**
 * Each of the four checkers that are the default works out the same types anew; the steps run side by side anyway. What
 * was found is kept, so that the next check reads only what has changed and what depends on it.
 */
const types = (folder: string): Step['command'] => {
  const kept = join(root, '.cache/types', `${folder.replaceAll('/', '-')}.tsbuildinfo`);
  return ['tsc', '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', kept, '-p', folder];
};

/** Checks of the sources that run without the program. */
export function checkSteps(): Step[] {
  return [
    { name: 'types of the server', command: types('apps/server') },
    { name: 'types of the sandbox provider', command: types('apps/sandbox-provider') },
    { name: 'types of the web app', command: types('apps/web') },
    { name: 'types of the stories', command: types('e2e') },
    { name: 'lint', command: ['biome', 'check', '--diagnostic-level=error', '.'] },
    { name: 'zones', command: ['node', 'scripts/zones.ts'] },
    { name: 'migrations', command: ['node', 'scripts/migration-lint.ts'], needs: linters },
    { name: 'contract', command: ['node', 'scripts/contract.ts'] },
  ];
}

/** Runs a program of this repository; `quiet` prints its output only after a failure. Returns whether it succeeded. */
export function runProgram(
  [name, ...args]: readonly [string, ...string[]],
  options: { quiet: boolean; env?: Record<string, string> },
): Promise<{ ok: boolean; output: string }> {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  return new Promise((done) => {
    const child = spawn(name, args, {
      cwd: root,
      env: { ...process.env, ...options.env, PATH: path },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => done({ ok: false, output: error.message }));
    child.once('close', (code) => done({ ok: code === 0, output }));
  });
}

/** Runs a step and prints its result; its output only after a failure. */
export async function runStep({ name, command, needs = [] }: Step): Promise<boolean> {
  const missing = findMissing(needs);
  if (missing) {
    console.log(`skipped ${name}: ${missing}`);
    return true;
  }
  const since = performance.now();
  const { ok, output } = await runProgram(command, { quiet: true });
  if (!ok) console.log(output.trimEnd());
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - since) / 1000).toFixed(1)} s)`);
  return ok;
}
