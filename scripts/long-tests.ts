/**
 * Tests that `npm run test:long` runs and `npm test` leaves out: what carries `.long` in its name, and whole folders of
 * soaks, faults and simulations. What guards everyday behaviour belongs to `npm test`.
 */
export const longTests: readonly string[] = [
  'apps/server/**/*.long.test.ts',
  'apps/server/test/faults/*.test.ts',
  'apps/server/test/simulation/*.test.ts',
  // Thousands of schedules, accounts or vantage points.
  'apps/server/src/modules/credits/farm.test.ts',
  'apps/server/src/modules/discovery/location-attack.test.ts',
];

/** Stories that look at every screen in two widths and themes. */
export const longStories: readonly string[] = [
  'e2e/every-screen.e2e.ts',
  'e2e/every-screen-more.e2e.ts',
  'e2e/**/*.long.e2e.ts',
];
