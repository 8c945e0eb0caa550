import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** Folders of the web app: sources and build. */
export const webFolders = {
  root,
  sources: join(root, 'apps/web'),
  built: join(root, 'apps/web/dist'),
  stamp: join(root, 'apps/web/dist/.stamp'),
} as const;

const inputs = ['apps/web/**/*', 'packages/contract/src/**/*.ts', 'package-lock.json'];
const excluded = /(^|\/)(dist|dist\.\w+|node_modules)(\/|$)|\.test\.tsx?$/;

/** A hash of everything the web app is built from; null where there are no sources, as in a finished image. */
export async function webSourceHash(): Promise<string | null> {
  if (!existsSync(join(webFolders.sources, 'vite.config.ts'))) return null;
  const files: string[] = [];
  for await (const entry of glob(inputs, {
    cwd: root,
    exclude: (entry) => excluded.test(entry.name),
    withFileTypes: true,
  }))
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !excluded.test(name.slice(root.length))).sort())
    hash
      .update(file.slice(root.length))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

/** The hash of the sources when the build is outdated; null when it is current or cannot be built. */
export async function staleWebHash(): Promise<string | null> {
  const wanted = await webSourceHash();
  const built = await readFile(webFolders.stamp, 'utf8').catch(() => null);
  return wanted === built ? null : wanted;
}

/** Builds the web app in a child process. Rejects with the last lines it wrote. */
export function buildWeb(): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'scripts/build-web.ts')], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', fail);
    child.once('close', (code) => {
      const log = output.replace(/^\s+at .*\n/gm, '').trim();
      if (code === 0) done();
      else fail(new Error(log || `exit code ${code}`));
    });
  });
}
