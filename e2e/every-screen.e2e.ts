import { describe } from 'vitest';
import { lookAt } from './support/look-at-screens.ts';
import { screensToLookAt } from './support/screens.ts';

describe('T61: keeps to its own origin and policy, fits 320 px, and axe finds nothing at either width in either theme', () => {
  lookAt(screensToLookAt.filter((_, index) => index % 2 === 0));
});
