import { describe } from 'vitest';
import { screensInTurn, testScreens } from './support/check-screens.ts';

describe('T61: keeps to its own origin and policy, fits 320 px and large text, and axe finds nothing at either width in either theme', () => {
  testScreens(screensInTurn(0));
});
