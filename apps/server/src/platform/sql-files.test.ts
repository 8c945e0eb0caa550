import { describe, expect, it } from 'vitest';
import { migrationsFolder } from './migrate.ts';
import { locateSqlError, readSqlFiles, requireMigrationNames } from './sql-files.ts';

describe('SQL files', () => {
  it('of this repository have the names of migrations', async () => {
    const files = await readSqlFiles(migrationsFolder);
    expect(() => requireMigrationNames(files.map(({ name }) => name))).not.toThrow();
  });

  it.each(['gifts-occasion', '313-gifts.occasion', '0313_gifts_occasion', '0313-Gifts.occasion'])(
    'named %s are refused with the name they need',
    (name) => expect(() => requireMigrationNames([name])).toThrow('must be <four digits>-<module>.<what>.sql'),
  );

  it('with the number of another are refused', () => {
    expect(() => requireMigrationNames(['0313-gifts.occasion', '0313-calls.rings'])).toThrow(
      'migrations/0313-calls.rings.sql: 0313-gifts.occasion.sql has the number 0313',
    );
  });

  it('that fail name the file and the line', () => {
    const text = '-- What it is for.\nalter table gifts_sent add colunm occasion text;\n';
    const error = Object.assign(new Error('syntax error at or near "text"'), {
      code: '42601',
      position: String(text.indexOf('text;') + 1),
    });
    expect(locateSqlError('migrations/0313-gifts.occasion.sql', text, error)).toMatchObject({
      message: 'migrations/0313-gifts.occasion.sql, line 2: syntax error at or near "text"',
      code: '42601',
    });
  });
});
