import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Commands and variables that other software names: they are in no source of ours. */
const elsewhere = new Set(['XADD', 'XREAD', 'XRANGE', 'INFO', 'OTEL_EXPORTER_OTLP_HEADERS']);

// Reads every source file, which takes a busy machine long.
it('names in the documentation exist in the sources', { timeout: 60_000 }, () => {
  const sources = files.filter((file) => /\.(tsx?|js|sql|css|html|sh|json)$/.test(file));
  const known = new Set(sources.flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*/g) ?? []));
  const docs = files.filter((file) => /^(docs|apps|packages)\/.*\.md$/.test(file) && file !== 'docs/tutorial.md');
  const missing = docs.flatMap((file) =>
    [...read(file).matchAll(/`([A-Za-z_]\w*(?:\.\w+)*)(?:\([^`]*\))?`/g)]
      .flatMap(([, name = '']) => name.split('.'))
      .filter((name) => !known.has(name) && !elsewhere.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
