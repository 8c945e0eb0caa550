import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/use-app.ts';
import { sealedColumns, sealedOutside } from './sealed-columns.ts';

const t = useTestApp();
const source = join(import.meta.dirname, '..');
/** A purpose with its variable part left out: `selfie of ${accountId}` and `selfie of …` are one. */
const plain = (purpose: string): string => purpose.replace(/(\$\{.*|…)$/, '…');

/** Purposes that the program's own files seal with. */
const purposesInCode = new Set(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(/\.sealer\(['`]([^'`]+)['`]\)/g)])
    .map(([, purpose = '']) => plain(purpose)),
);
const row = new Proxy({}, { get: () => '…' });

describe('the list of sealed columns', () => {
  it('has every column of the schema that is sealed, by its name', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea' and table_name <> 'data_keys'
          and (column_name ~ 'sealed' or column_name = 'certificate_pdf')`.execute(t.db);
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      rows.map(({ name }) => name).sort(),
    );
  });

  it('names bytes of any other column as no sealed value', async () => {
    // A new column of bytes is a hash of fixed length, or one of these, or has "sealed" in its name.
    const others = [
      'peaks',
      'public_key',
      'credential_id',
      'id_index',
      'contact_index',
      'subnet_index',
      'network_index',
    ];
    const more = ['account_index', 'media_sha256', 'address', 'device', 'fingerprint', 'subject', 'key', 'person_key'];
    const { rows } = await sql<{ name: string }>`
      select distinct column_name as name from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea' and column_name !~ '(sealed|hash|sha256|_index)$'
          and column_name not in ('certificate_pdf', 'sealed_secret')`.execute(t.db);
    expect(rows.map(({ name }) => name).filter((name) => ![...others, ...more].includes(name))).toEqual([]);
  });

  it('has the primary keys of its tables, and columns they have', async () => {
    for (const { table, column, key, also = [], accountOfProfile } of sealedColumns) {
      const { rows } = await sql<{ name: string }>`
        select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          where i.indrelid = ${table}::regclass and i.indisprimary order by a.attnum`.execute(t.db);
      expect([table, ...key]).toEqual([table, ...rows.map(({ name }) => name)]);
      const { rows: columns } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns where table_name = ${table}`.execute(t.db);
      const names = columns.map(({ name }) => name);
      for (const each of [column, ...also, ...(accountOfProfile ? ['profile_id'] : [])]) expect(names).toContain(each);
    }
  });

  it('seals with the purposes of the program, all of them', () => {
    const listed = new Set([...sealedColumns.map(({ purpose }) => plain(purpose(row))), ...sealedOutside]);
    expect([...listed].sort()).toEqual([...purposesInCode].sort());
  });
});
