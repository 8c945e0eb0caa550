import { describe } from 'vitest';
import { testScreens } from './support/check-screens.ts';
import { screensToCheck } from './support/screens.ts';

describe('T61: keeps to its own origin and policy, fits 320 px and large text, and axe finds nothing at either width in either theme', () => {
  testScreens(screensToCheck.filter((_, index) => index % 2 === 0));
});
