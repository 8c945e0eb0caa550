import { crc32, inflateRawSync } from 'node:zlib';

/** The entries of a ZIP file, by its central directory; throws where a checksum is wrong. */
export function readZip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0) throw new Error('no ZIP file');
  const entries = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (file.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Error('no directory entry');
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('ascii', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const body = inflateRawSync(file.subarray(begin, begin + file.readUInt32LE(at + 20)));
    if (crc32(body) !== file.readUInt32LE(at + 16) || body.length !== file.readUInt32LE(at + 24))
      throw new Error(`${name} is damaged`);
    entries.set(name, body);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}
