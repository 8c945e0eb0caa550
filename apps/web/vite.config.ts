import { join } from 'node:path';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { afterBuild } from './build/after-build.ts';
import { catalogs } from './build/catalogs.ts';
import { firstStyles } from './build/first-styles.ts';
import { operationsTable } from './build/operations-table.ts';
import { noncePlaceholder, page } from './build/page.ts';
import { staticImports } from './build/static-imports.ts';

const root = import.meta.dirname;
const sources = join(root, 'src');
const linguiConfig = join(root, 'lingui.config.ts');

/** A module of the contract may be read for one constant; its schemas are only built where they are used. */
const pure = ['z', 'operation', 'page', 'text', 'requiredText', 'messageText', 'queryInteger'];

const home = await staticImports([join(sources, 'app/routes/home.tsx')], pure);
/** What is drawn before the whole style sheet is asked for: the shell, on wide screens with its rail, and home. */
const shell = await staticImports([join(sources, 'main.tsx'), join(sources, 'app/shell/side-rail.tsx')], pure);
const firstScreen = [...shell, ...home].filter((file) => file.startsWith(sources));

export default defineConfig({
  root,
  html: { cspNonce: noncePlaceholder },
  plugins: [
    operationsTable(),
    catalogs(linguiConfig),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }, { configPath: linguiConfig })] }),
    react(),
    firstStyles(firstScreen),
    tailwind(),
    page(),
    afterBuild(),
  ],
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    // The server's hints do this for the first screen; the others follow a press.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: { manualPureFunctions: pure },
      output: {
        // `vendor` outlives releases; `shell` is everything else of the first load in one file; `home` is the rest of
        // what home imports; `icons` and `kit` are what many screens share. So a screen costs few requests.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 4 },
            { name: 'shell', tags: ['$initial'], priority: 3 },
            { name: 'home', test: (id) => home.has(id), priority: 2 },
            { name: 'icons', test: /lucide-react/, minShareCount: 3, priority: 1 },
            { name: 'kit', test: /src[\\/]components[\\/]ui[\\/]/, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});
