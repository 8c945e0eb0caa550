import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNowWording } from '@vlam/contract/content';
import { expect, it } from 'vitest';

it('shows the text whose version the server stores', () => {
  expect(readFileSync(join(import.meta.dirname, 'start-now.tsx'), 'utf8')).toContain(startNowWording.text);
});
