/**
 * Tests that `npm run test:long` runs and `npm test` leaves out: what carries `.long` in its name, and whole folders of
 * soaks, faults and simulations. What guards everyday behaviour belongs to `npm test`.
 */
export const longTests: readonly string[] = [
  'apps/server/**/*.long.test.ts',
  'apps/server/test/faults/*.test.ts',
  'apps/server/test/simulation/*.test.ts',
  // Thousands of accounts.
  'apps/server/src/modules/credits/farm.test.ts',
  // The whole sample world.
  'apps/server/demo/social.test.ts',
];

/** Server tests that no database answers, or that bring their own; they are not repeated on the oldest PostgreSQL. */
export const withoutDatabase: readonly string[] = [
  'apps/server/src/main.test.ts',
  'apps/server/src/platform/database-types.test.ts',
  'apps/server/src/platform/embedded-postgres*.test.ts',
  'apps/server/src/platform/imagery/*.test.ts',
  'apps/server/src/platform/slow-readers.test.ts',
  'apps/server/src/modules/media/{clips,process-image,fetch-picture,viewer-mark}.test.ts',
  'apps/server/src/modules/payments/providers/*.test.ts',
  'apps/server/test/browser.test.ts',
  'apps/server/test/security/{headers,raw-http,sources,supply-chain,threats}.test.ts',
];

/** Stories that look at every screen in two widths and themes, and soaks. Single long tests are tagged `long`. */
export const longStories: readonly string[] = [
  'e2e/every-screen.e2e.ts',
  'e2e/every-screen-more.e2e.ts',
  'e2e/**/*.long.e2e.ts',
  // A thread of three thousand messages.
  'e2e/chat-long.e2e.ts',
];
