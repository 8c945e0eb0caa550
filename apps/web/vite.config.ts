import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { afterBuild, textFolder } from './build/after-build.ts';
import { catalogs, readOrigins } from './build/catalogs.ts';
import { firstSheet, firstStyles } from './build/first-styles.ts';
import { findFirstOperations, operationsTable } from './build/operations-table.ts';
import { noncePlaceholder, page } from './build/page.ts';
import { pureContract } from './build/pure-contract.ts';
import { requireChunks } from './build/require-chunks.ts';
import { readScreenFiles } from './build/screen-files.ts';
import { staticImports } from './build/static-imports.ts';
import { groupTexts } from './build/text-groups.ts';

const root = import.meta.dirname;
const sources = join(root, 'src');
const linguiConfig = join(root, 'lingui.config.ts');

const home = await staticImports([join(sources, 'app/routes/home.tsx')]);
/** Modules rendered before the full style sheet loads: the shell, with the rail of wide screens, and home. */
const shell = await staticImports([join(sources, 'main.tsx'), join(sources, 'app/shell/side-rail.tsx')]);
const firstScreen = [...shell, ...home].filter((file) => file.startsWith(sources));
const shellFiles = new Set([...shell].filter((file) => file.startsWith(sources)));
const textGroups = groupTexts(
  await readOrigins(linguiConfig),
  await readScreenFiles(root, shellFiles),
  new Set([...shellFiles].map((file) => relative(root, file))),
);
/** The screens members open most, with the parts they load later; operations of other screens load with the first of them. */
const often = [
  'app/{live,item-sheets}.tsx',
  'app/routes/{home,chat,messages,notifications,nearby,person}*.tsx',
  'features/messaging/device-outbox.ts',
  'features/messaging/components/{unlock,tip}-sheet.tsx',
];
const first = [
  ...shell,
  ...(await staticImports(globSync(often, { cwd: sources }).map((file) => join(sources, file)))),
];
const isIn = (folder: string) => (id: string) => id.includes(folder);

const messaging = 'features/messaging';
const inFolder = (folder: string) => isIn(join(sources, folder, '/'));

export default defineConfig({
  root,
  html: { cspNonce: noncePlaceholder },
  plugins: [
    operationsTable(findFirstOperations(first)),
    pureContract(),
    catalogs(linguiConfig, textGroups),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }, { configPath: linguiConfig })] }),
    react(),
    firstStyles(firstScreen),
    tailwind(),
    page(),
    requireChunks(['vendor', 'home', 'icons', 'kit', 'pay', 'threads', 'rows', 'thread-parts', 'helpers']),
    afterBuild(textGroups),
  ],
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    // The server's hints preload the first screen; other screens load on navigation.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The page links the first sheet. A script that imported it would make each screen wait for it again.
      input: { index: join(root, 'index.html'), first: firstSheet },
      output: {
        // Apart, because the service worker keeps them by a list of their own language.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => /\.po(\?|$)/.test(id)) ? `${textFolder}/[name]-[hash].js` : 'assets/[name]-[hash].js',
        // `vendor` stays cached across releases; `shell` is the rest of the first load; `home` is the rest of home's
        // imports; `icons` and `kit` are shared by many screens, `threads` by the socket and the chats. Few files keep the
        // requests per screen low.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: isIn('/node_modules/'), tags: ['$initial'], priority: 7 },
            { name: 'shell', test: (id) => id !== firstSheet, tags: ['$initial'], priority: 6 },
            { name: 'home', test: (id) => home.has(id), priority: 5 },
            { name: 'icons', test: isIn('/node_modules/lucide-react/'), minShareCount: 3, priority: 4 },
            // What only screens that sell something show.
            { name: 'pay', test: inFolder('components/pay'), minShareCount: 2, priority: 3 },
            { name: 'kit', test: inFolder('components/ui'), minShareCount: 4, priority: 4 },
            { name: 'helpers', test: inFolder('lib/helpers'), minShareCount: 3, priority: 4 },
            // A file of its own: a creator's page shows it as well.
            { name: 'call-button', test: isIn('/ui/call-button.tsx'), priority: 3 },
            { name: 'messaging', test: isIn('/rules/messaging.ts'), priority: 3 },
            { name: 'threads', test: inFolder(`${messaging}/threads`), minShareCount: 2, priority: 2 },
            { name: 'rows', test: inFolder(`${messaging}/row-parts`), minShareCount: 2, priority: 2 },
            { name: 'thread-parts', test: inFolder(`${messaging}/components/parts`), priority: 1 },
          ],
        },
      },
    },
  },
});
