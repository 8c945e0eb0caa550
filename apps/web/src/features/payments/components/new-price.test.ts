import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPriceWording } from '@vlam/contract/subscription-prices';
import { expect, it } from 'vitest';

it('shows the words whose number the server keeps', () => {
  expect(readFileSync(join(import.meta.dirname, 'new-price.tsx'), 'utf8')).toContain(newPriceWording.text);
});
