import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvRow } from './csv.ts';

/** Columns of a CSV file, each with the cell of a row. */
export type CsvColumns<Row> = readonly (readonly [name: string, cell: (row: Row) => string | number | null])[];

const pieceSize = 500;

/** A CSV file in pieces: its head, and the rows of `ids` as `read` finds them. */
export async function* writeCsv<Row>(
  columns: CsvColumns<Row>,
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  let head = csvRow(columns.map(([name]) => name));
  for (let at = 0; at < ids.length; at += pieceSize) {
    const rows = await read(ids.slice(at, at + pieceSize));
    yield head + rows.map((row) => csvRow(columns.map(([, cell]) => cell(row)))).join('');
    head = '';
  }
  if (head) yield head;
}

/** Sends a CSV file to be saved. Its first piece is read before, so that a failure is an error and no broken file. */
export async function sendCsv(reply: FastifyReply, name: string, pieces: AsyncIterable<string>): Promise<void> {
  const reader = pieces[Symbol.asyncIterator]();
  const first = await reader.next();
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    for (let piece = await reader.next(); !piece.done; piece = await reader.next()) yield piece.value;
  }
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(all()));
}
