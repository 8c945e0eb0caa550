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

/** Marked as pure, so that importing one constant of a contract module does not keep its schemas. */
const pureFunctions = ['z', 'operation', 'page', 'text', 'requiredText', 'messageText', 'queryInteger'];

const home = await staticImports([join(sources, 'app/routes/home.tsx')], pureFunctions);
/** Modules rendered before the full style sheet loads: the shell, with the rail of wide screens, and home. */
const shell = await staticImports([join(sources, 'main.tsx'), join(sources, 'app/shell/side-rail.tsx')], pureFunctions);
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
    // The server's hints preload the first screen; other screens load on navigation.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: { manualPureFunctions: pureFunctions },
      output: {
        // `vendor` stays cached across releases; `shell` is the rest of the first load; `home` is the rest of home's
        // imports; `icons` and `kit` are shared by many screens. Few files keep the requests per screen low.
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
