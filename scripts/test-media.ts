import { buildWeb, report, runStories, runTests } from './test-run.ts';

// The media story in the browser, on the disk and on a bucket, and more mutated films, sounds and clips:
// `npm run test:long` has time for a part of them.

const files = [
  ...['own-photo', 'gallery', 'upload', 'video', 'sets', 'library', 'studio', 'publish-rules', 'chat-clip'],
  ...['chat-upload', 'live-show', 'live-planned', 'live-requested', 'live-killed.long', 'large-film.long'],
].map((name) => `e2e/${name}.e2e.ts`);

await report(async (folder) => [
  ...(await buildWeb()),
  await runTests('attacks', ['long'], folder, {
    files: ['apps/server/src/modules/media/attacks.long.test.ts'],
    tests: 'all',
    env: { ATTACKED_CLIPS: '100', ATTACKED_STREAMS: '100' },
  }),
  ...(await runStories(
    [
      { files, tests: 'all' },
      { files, tests: 'all', env: { E2E_S3: '1' } },
    ],
    folder,
  )),
]);
