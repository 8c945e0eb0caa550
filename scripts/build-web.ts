import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languagesFile } from '../apps/server/src/platform/complete-languages.ts';
import { webFolders, webSourceHash } from '../apps/server/src/platform/web-build.ts';
import { listComplete } from './catalogues.ts';

// Builds beside the served folder and swaps at the end, so that a running server never serves half an app.
const hash = await webSourceHash();
if (hash === null) {
  console.error('apps/web/vite.config.ts is missing: there is nothing to build');
  process.exit(1);
}
const next = `${webFolders.built}.next`;
const old = `${webFolders.built}.old`;
rmSync(next, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [join(webFolders.root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', next, '--emptyOutDir'],
  { cwd: webFolders.sources, stdio: 'inherit' },
);
if (status !== 0) {
  rmSync(next, { recursive: true, force: true });
  process.exit(status ?? 1);
}
writeFileSync(join(next, languagesFile), JSON.stringify(listComplete(webFolders.root)));
writeFileSync(join(next, '.stamp'), hash);
rmSync(old, { recursive: true, force: true });
if (existsSync(webFolders.built)) renameSync(webFolders.built, old);
renameSync(next, webFolders.built);
rmSync(old, { recursive: true, force: true });
