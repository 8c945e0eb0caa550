import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { longTests } from './scripts/long-tests.ts';

/** Files that hardly work while they wait for time to pass: they run beside the others. */
const waiting = [
  'apps/server/test/security/raw-http.test.ts',
  'apps/server/src/platform/realtime-bus-gaps.test.ts',
  'apps/server/src/platform/health.test.ts',
  'apps/server/src/platform/slow-readers.test.ts',
];

const everyDay = {
  // Pure rules, the tools of this repository, and the program that needs no database.
  unit: { include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts', 'apps/sandbox-provider/**/*.test.ts'] },
  // Behaviour on a real PostgreSQL, one database a file.
  server: {
    include: ['apps/server/**/*.test.ts'],
    globalSetup: ['apps/server/test/global-setup.ts'],
    // The program keeps what it knows in its context, so its modules may be read once a worker and not once a file.
    isolate: false,
    // Real servers, sockets and a database on two busy cores: a wait may run out by chance. The run names each second
    // try, and more than two fail it. Random schedules take none: there, chance is what is looked for.
    retry: 1,
    // A slow machine encodes a film of one second in twenty.
    testTimeout: 45_000,
    hookTimeout: 60_000,
  },
};

const messages = { configPath: join(import.meta.dirname, 'apps/web/lingui.config.ts') };
// The macro looks for its settings from the working directory, and takes no path.
process.env.LINGUI_CONFIG ??= messages.configPath;

const web = () => ({
  plugins: [lingui(messages), babel({ presets: [linguiTransformerBabelPreset({}, messages)] }), react()],
  root: 'apps/web',
  test: {
    name: 'web',
    include: ['{src,build,test}/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    testTimeout: 20_000,
    // A document of its own for each of a hundred files took three quarters of their time.
    isolate: false,
    setupFiles: ['test/setup.ts'],
  },
});

const stories = {
  fileParallelism: false,
  // Two browsers, a server and PostgreSQL on two cores: a wait may run out by chance. The run says which.
  retry: 1,
  testTimeout: 150_000,
  hookTimeout: 150_000,
  // As long as the browser's own waits: several browsers, servers and calls share two cores.
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    // Tests wait for PostgreSQL as much as they work, so two cores take three.
    maxWorkers: availableParallelism() + 1,
    // Single tests that `npm test` leaves out of the files it runs; `npm run test:long` takes them, without the others
    // of their file.
    tags: [{ name: 'long', description: 'Runs with npm run test:long', timeout: 120_000 }],
    projects: [
      { test: { name: 'unit', ...everyDay.unit } },
      { test: { name: 'server', ...everyDay.server, exclude: [...waiting, ...longTests] } },
      // Thousands of steps, faults and pauses: twenty seconds are short for them.
      {
        test: { name: 'long', ...everyDay.server, include: [...longTests], testTimeout: 180_000, hookTimeout: 120_000 },
      },
      { test: { name: 'waiting', ...everyDay.server, include: waiting } },
      ...(existsSync(messages.configPath) ? [web()] : []),
      // Stories in a real browser against the whole program; `npm test` runs them after the others.
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/support/global-setup.ts'],
          // Each file has a browser of its own, but reads the driver of browsers and the server's modules only once.
          isolate: false,
          ...stories,
        },
      },
      // The main stories again in a second engine; `npm run test:long` runs them where the machine has Firefox.
      {
        test: {
          name: 'firefox',
          include: ['e2e/firefox/*.firefox.ts'],
          globalSetup: ['e2e/firefox/global-setup.ts'],
          ...stories,
        },
      },
    ],
  },
});
