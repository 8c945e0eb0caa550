import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCallWording, startNowWording } from '@vlam/contract/content';
import { expect, it } from 'vitest';

const wordsOf = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8').replace(/\s+/g, ' ');

it('shows the text whose version the server stores', () => {
  expect(wordsOf('start-now.tsx')).toContain(startNowWording.text);
  expect(wordsOf('../../features/calls/components/before-call.tsx')).toContain(startCallWording.text);
});
