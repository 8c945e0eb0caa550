import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPriceWording } from '@vlam/contract/subscription-prices';
import { expect, it } from 'vitest';

it('contains the wording whose version the server stores', () => {
  expect(readFileSync(join(import.meta.dirname, 'new-price.tsx'), 'utf8')).toContain(newPriceWording.text);
});
