/**
 * Tests that `npm run test:long` runs and `npm test` leaves out: files with `.long` in their names, and whole folders
 * of soaks, faults and simulations. Tests of everyday behaviour belong to `npm test`.
 */
export const longTests: readonly string[] = [
  'apps/server/**/*.long.test.ts',
  'apps/server/test/faults/*.test.ts',
  'apps/server/test/simulation/*.test.ts',
  // Thousands of accounts.
  'apps/server/src/modules/credits/farm.test.ts',
  // The whole demo world.
  'apps/server/demo/social.test.ts',
];

/** Server tests that use no database, or their own; they are not repeated on the oldest PostgreSQL. */
export const withoutDatabase: readonly string[] = [
  'apps/server/src/main.test.ts',
  'apps/server/src/platform/database-types.test.ts',
  'apps/server/src/platform/embedded-postgres*.test.ts',
  'apps/server/src/platform/imagery/*.test.ts',
  'apps/server/src/platform/slow-readers.test.ts',
  'apps/server/src/platform/{copy-storage,storage}.test.ts',
  'apps/server/src/modules/payments/providers/*.test.ts',
  'apps/server/test/browser.test.ts',
  'apps/server/test/security/{headers,raw-http,sources,supply-chain,threats}.test.ts',
];

/** Tests of encoding and of requests that are refused: other tests run their few statements on the oldest PostgreSQL. */
export const littleSql: readonly string[] = [
  'apps/server/src/modules/media/**/*.test.ts',
  'apps/server/src/modules/profiles/photos/*.test.ts',
  'apps/server/test/access-matrix.test.ts',
  'apps/server/test/security/{crawl,nul,responses,schemas,untrusted-input}.test.ts',
];

/** Stories that check every screen in two widths and themes, and soaks. Single long tests are tagged `long`. */
export const longStories: readonly string[] = [
  'e2e/every-screen.e2e.ts',
  'e2e/every-screen-more.e2e.ts',
  'e2e/**/*.long.e2e.ts',
  // Sweeps over screens, races, and second ways of what everyday stories cover.
  'e2e/{first-responses,back-and-reload,several-at-once,double-tap}.e2e.ts',
  // A thread of three thousand messages.
  'e2e/chat-long.e2e.ts',
  // Servers of their own (an SFU, a relay) or second paths of what everyday tests cover.
  'e2e/{live-direct,calls-relay,chat-focus,stored-text,live}.e2e.ts',
  // Registers and rules whose calls and queues are tested on the server each day.
  'e2e/{film-board,records,decisions,stop-selling,risk}.e2e.ts',
  // Lists of four screens offline, beside `offline`.
  'e2e/offline-lists.e2e.ts',
  // Ways in and screens of one's own whose rules the server's tests cover each day.
  'e2e/{account,creators,identity,members,own-settings,passkey-sign-in,places,second-step,sets,settings,takedown}.e2e.ts',
  // Screens of creators beside those that sell each day, and messages at the edge of the screen.
  'e2e/{handle,library,new-price,prices,studio-people,toasts,wifi-only}.e2e.ts',
];
