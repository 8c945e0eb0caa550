import { expect, it } from 'vitest';
import { readZip } from '../../test/read-zip.ts';
import { writeZip } from './zip.ts';

it('writes entries that are read back as they were', () => {
  const entries = [
    { name: 'accounts.json', body: Buffer.from('[{"name":"Thandi"}]') },
    { name: 'empty.json', body: Buffer.alloc(0) },
    { name: 'long.txt', body: Buffer.alloc(200_000, 'a line of text\n') },
  ];
  const file = writeZip(entries, new Date('2026-11-24T08:00:00Z'));
  expect(file.length).toBeLessThan(2_000);
  expect([...readZip(file)]).toEqual(entries.map(({ name, body }) => [name, body]));
});
