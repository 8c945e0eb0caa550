import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const rows = readFileSync(join(root, 'docs/threats.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, threat = '', control = '', proof = ''] =
      /^\| ([TF]\d+) \| (.*?) \| (.*?) \|(?: (.*) \|)?/.exec(line) ?? [];
    return id ? [{ id, threat, control, proof: proof.trim() }] : [];
  });
const placesOf = (name: string) =>
  ['apps/server/src/modules', 'apps/server/src', 'apps/server/test', '.']
    .flatMap((folder) => [
      `${folder}/${name}.test.ts`,
      `${folder}/${name}.long.test.ts`,
      `${folder}/${name}.e2e.ts`,
      `${folder}/${name}.long.e2e.ts`,
      `${folder}/${name}.firefox.ts`,
    ])
    .map((path) => join(root, path));

describe('docs/threats.md', () => {
  it('has one row for each threat and each fault', () => {
    const ids = rows.map(({ id }) => id);
    const last = Math.max(...ids.filter((id) => id.startsWith('T')).map((id) => Number(id.slice(1))));
    const threats = Array.from({ length: last }, (_, index) => `T${String(index + 1).padStart(2, '0')}`);
    const faults = Array.from({ length: 16 }, (_, index) => `F${index + 1}`);
    // Threats after T90 are listed once their controls exist.
    const written = threats.filter((id, index) => index < 90 || ids.includes(id));
    expect(ids.sort()).toEqual([...written, ...faults].sort());
  });

  it.each(rows)('$id names existing tests that carry the id, or the reason for none', ({ id, control, proof }) => {
    const named =
      proof.match(/\b[\w-]+(?:\/[\w-]+)+\b|^(?:main|app|access-matrix)\b|(?<=, )(?:main|access-matrix)\b/g) ?? [];
    if (named.length === 0) return expect(`${control} ${proof}`).toMatch(/joins with|open|by design/);
    for (const name of named) {
      const file = placesOf(name).find((path) => existsSync(path));
      expect(file, `${id} names ${name}`).toBeDefined();
      expect(new RegExp(`\\b${id}\\b`).test(readFileSync(file ?? '', 'utf8')), `${name} carries ${id}`).toBe(true);
    }
  });
});
