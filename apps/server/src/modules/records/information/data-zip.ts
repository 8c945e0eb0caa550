import { writeZip } from '../../../platform/zip.ts';

/** What is stored of a member: one JSON file for each table. */
export const toDataZip = (tables: ReadonlyMap<string, readonly unknown[]>, at: Date): Buffer =>
  writeZip(
    [...tables].map(([table, rows]) => ({
      name: `${table}.json`,
      body: Buffer.from(`${JSON.stringify(rows, null, 2)}\n`),
    })),
    at,
  );
