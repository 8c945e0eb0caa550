import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { selfieWording } from '@vlam/contract/profiles-photo-check';
import { expect, it } from 'vitest';

it('asks for consent in the wording that is recorded', () => {
  const source = readFileSync(join(import.meta.dirname, 'photo-check-sheet.tsx'), 'utf8');
  expect(source.replace(/\s+/g, ' ')).toContain(selfieWording.text);
});
