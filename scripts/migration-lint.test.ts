import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lintMigrations, readUnreleased } from './migration-lint.ts';
import { findMissing, linters } from './steps.ts';

const missing = findMissing(linters);

const refused: [text: string, reason: string][] = [
  ['update accounts set plan = 1;', 'changes every row of a table at once: rows are changed in batches'],
  ['delete from accounts;', 'removes every row of a table at once: rows are changed in batches'],
  [
    'with gone as (delete from accounts returning id) insert into old (id) select id from gone;',
    'removes every row of a table at once',
  ],
  ['truncate accounts;', 'empties a table that the release before still reads'],
  ['lock table accounts in exclusive mode;', 'locks a table until the end of the file'],
  ['cluster accounts using accounts_pkey;', 'writes a table anew'],
  ['vacuum full accounts;', 'writes a table anew'],
  [
    'create trigger noted after insert on accounts for each row execute function note();',
    'a trigger stands in functions/',
  ],
  ['do $$ begin perform 1; end $$;', 'what the block does cannot be read here'],
  ['begin; select 1; commit;', 'each file has its transaction'],
  ["set lock_timeout = '1h';", 'how long a file may wait is decided by the runner'],
  ['create index accounts_by_plan on accounts (plan);', 'squawk: require-concurrent-index-creation'],
  ['create index concurrently accounts_by_plan on accounts (plan);', 'needs a file whose first line begins with'],
  ['alter table accounts alter column plan set not null;', 'squawk: adding-not-nullable-field'],
  ['alter table accounts alter column plan type bigint;', 'squawk: changing-column-type'],
  ['alter table accounts rename column plan to tariff;', 'squawk: renaming-column'],
  ['alter table accounts drop column plan;', 'squawk: ban-drop-column'],
  ['drop table accounts;', 'squawk: ban-drop-table'],
  ['alter table accounts add constraint one check (plan > 0);', 'squawk: constraint-missing-not-valid'],
  [
    'alter table accounts add constraint one foreign key (plan) references plans (id);',
    'squawk: adding-foreign-key-constraint',
  ],
  ['alter table accounts add constraint one unique (plan);', 'squawk: disallowed-unique-constraint'],
];
const passed: string[] = [
  'create table plans (id uuid primary key, name text not null);\ncreate index plans_by_name on plans (name);',
  'alter table accounts add column plan integer;',
  'alter table accounts add column is_new boolean not null default false;',
  'alter table accounts add constraint one check (plan > 0) not valid;',
  "update settings set value = '1' where name = 'plan';",
  "insert into settings (name, value) values ('plan', '1');",
  '-- Outside a transaction.\ndrop index concurrently if exists by_plan;\ncreate index concurrently by_plan on accounts (plan);',
];
const refusedOutside: [text: string, reason: string][] = [
  [
    'create index concurrently by_plan on accounts (plan);',
    'put "drop index concurrently if exists by_plan" before it',
  ],
  ['alter table accounts add column plan integer;', 'only indexes are made and removed concurrently'],
  [
    "drop index concurrently if exists by_plan;\ncreate index concurrently by_plan on accounts (plan) where name <> ';';",
    'cannot be cut into statements',
  ],
];

const inside = (text: string) => `-- Why it is there.\n${text}\n`;
const outside = (text: string) => `-- Outside a transaction.\n${text}\n`;
const plain = (text: string) => `${text}\n`;

let folder: string;
let found: readonly string[] = [];
let files: { name: string; text: string }[] = [];
/** All of them at once: a linter takes as long for one. */
beforeAll(async () => {
  if (missing !== null) return;
  folder = mkdtempSync(join(tmpdir(), 'vlam-lint-'));
  const texts = [
    ...refused.map(([text]) => inside(text)),
    ...passed.map(plain),
    ...refusedOutside.map(([text]) => outside(text)),
  ];
  files = texts.map((text, index) => ({ name: `${1000 + index}-credits.some`, text }));
  for (const { name, text } of files) writeFileSync(join(folder, `${name}.sql`), text);
  found = await lintMigrations(files, folder);
}, 60_000);
afterAll(() => {
  if (missing === null) rmSync(folder, { recursive: true, force: true });
});
const linesOf = (text: string): string => {
  const name = files.find((file) => file.text === text)?.name ?? 'no such file';
  return found.filter((line) => line.startsWith(`migrations/${name}.sql`)).join('\n');
};

describe.skipIf(missing !== null)(`the linter of migrations${missing ? ` (skipped: ${missing})` : ''}`, () => {
  it('finds nothing in the migrations of this repository that no release has', { timeout: 30_000 }, async () => {
    expect(await lintMigrations(await readUnreleased())).toEqual([]);
  });

  it.each(refused)('refuses %s', (text, reason) => {
    expect(linesOf(inside(text))).toContain(reason);
  });

  it('names the line', () => {
    expect(linesOf(inside('truncate accounts;'))).toMatch(/^migrations\/\d+-credits\.some\.sql, line 2: empties/);
    expect(linesOf(inside('drop table accounts;'))).toMatch(/, line 2: .*\(squawk: ban-drop-table\)$/);
  });

  it.each(passed)('passes %s', (text) => {
    expect(linesOf(plain(text))).toBe('');
  });

  it.each(refusedOutside)('refuses outside a transaction %s', (text, reason) => {
    expect(linesOf(outside(text))).toContain(reason);
  });
});
