import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

const contract = join(root, 'packages/contract/src');

/** `/api/x` or `/api/admin/x` of each operation, with the file that declares it, where its name does not begin with `x`. */
async function readOtherNames(): Promise<Map<string, string[]>> {
  const { operations } = (await import(pathToFileURL(join(contract, 'index.ts')).href)) as {
    operations: Record<string, { path: string }>;
  };
  const known = new Set(Object.values(operations));
  const files = new Map<string, string[]>();
  for (const file of globSync('*.ts', { cwd: contract }).sort()) {
    if (file === 'index.ts' || file.endsWith('.test.ts')) continue;
    const name = file.slice(0, -3);
    const module = (await import(pathToFileURL(join(contract, file)).href)) as Record<string, object>;
    const declared = Object.values(module).flatMap((value) => Object.values(value ?? {}));
    for (const { path } of declared.filter((each) => known.has(each))) {
      const [address = '', segment = ''] = /^\/api\/(?:admin\/)?([^/.]+)/.exec(path) ?? [];
      const found = files.get(address) ?? [];
      if (!name.startsWith(segment) && !found.includes(name)) files.set(address, [...found, name]);
    }
  }
  return files;
}

// Loads the whole contract, which takes a busy machine long.
it('the server page names the feature of every address that is called otherwise', { timeout: 60_000 }, async () => {
  const page = readFileSync(join(root, 'docs/topics/server.md'), 'utf8');
  const [, table = ''] = /\n## Addresses of another name\n([\s\S]*?)\n## /.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| (`\/api.*?) \| (.*?) \|$/gm)].flatMap(([, addresses = '', files = '']) =>
    addresses.split(', ').map((address) => `${address}: ${files}`),
  );
  const expected = [...(await readOtherNames())].map(
    ([address, files]) => `\`${address}\`: ${files.map((file) => `\`${file}\``).join(', ')}`,
  );
  expect(rows.sort()).toEqual(expected.sort());
});
