// The program that draws sample pictures: a line of JSON in, the picture's files out. A process of its own, because
// only a process can have a low priority; see `drawing.ts`.

import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { decodeUpload, makeSizes } from '../src/modules/media/process-image.ts';
import { draw } from './pictures.ts';

const lowestPriority = 19;

setPriority(lowestPriority);
for await (const line of createInterface({ input: process.stdin })) {
  const { files } = await makeSizes(await decodeUpload(await draw(JSON.parse(line))));
  const sent = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  process.stdout.write(`${JSON.stringify(sent)}\n`);
}
