import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

const root = join(import.meta.dirname, '../../../..');
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('the row types match the migrations; run "npm run db:types" when this fails', async () => {
  const run = promisify(execFile)(process.execPath, ['scripts/generate-db-types.ts', '--verify'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: test.url,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
    },
  });
  await expect(run).resolves.toBeDefined();
});
