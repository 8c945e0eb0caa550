import { expect, it } from 'vitest';
import { useTestApp } from '../../test/use-app.ts';

const t = useTestApp();

it('asks any PostgreSQL not to compile statements, whatever its own settings are', async () => {
  const { pool, planned } = t.database;
  for (const each of [pool, planned]) {
    const { rows } = await each.query("select setting, source from pg_settings where name = 'jit'");
    expect(rows).toEqual([{ setting: 'off', source: 'client' }]);
  }
});
