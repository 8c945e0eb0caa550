import { describe } from 'vitest';
import { lookAt } from './support/look-at-screens.ts';
import { screensToLookAt } from './support/screens.ts';

// The other half, so that both can be looked at beside each other.
describe('T61: keeps to its own origin and policy, fits 320 px, and axe finds nothing at either width in either theme', () => {
  lookAt(screensToLookAt.filter((_, index) => index % 2 === 1));
});
