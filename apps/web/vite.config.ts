import { join } from 'node:path';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { afterBuild } from './build/after-build.ts';
import { catalogs } from './build/catalogs.ts';
import { noncePlaceholder, page } from './build/page.ts';
import { reactAsModule } from './build/react-as-module.ts';
import { slimContract } from './build/slim-contract.ts';
import { slimPackages } from './build/slim-packages.ts';

const linguiConfig = join(import.meta.dirname, 'lingui.config.ts');

const contentParts =
  /src\/(features\/content\/(api|words|use-near|components\/(content-card|lock-pill|picture|tip-goal))|components\/ui\/(posted-age|progress-bar))\.tsx?$/;

/** What home and the visitor edition draw first. */
const homeParts =
  /src\/(app\/routes\/home-(hero|below)|features\/discovery\/(api|live|lights|keep-places|components\/home-map)|components\/ui\/(country-(dots|map)|person-(card|words)|safety-menu)|lib\/(use-in-view|use-on-screen|flames))\.tsx?$|contract\/src\/rules\/(discovery|heat|places)\.ts$|lucide-react\/dist\/esm\/icons\/(badge-check|chevron-(left|right)|ellipsis-vertical|map-pin|power|sliders-horizontal)\.mjs$/;

const iconsOfHome = /lucide-react\/dist\/esm\/icons\/(globe|hand-coins|heart|lock|message-circle)\.mjs$/;

export default defineConfig({
  root: import.meta.dirname,
  html: { cspNonce: noncePlaceholder },
  plugins: [
    slimContract(),
    slimPackages(),
    reactAsModule(),
    catalogs(linguiConfig),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }, { configPath: linguiConfig })] }),
    react(),
    tailwind(),
    page(),
    afterBuild(),
  ],
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    manifest: true,
    reportCompressedSize: false,
    // The server's hints do this for the first screen; the others follow a press.
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A module of the contract may be read for one constant; its schemas are only built where they are used.
      treeshake: {
        manualPureFunctions: ['z', 'operation', 'page', 'text', 'requiredText', 'messageText', 'queryInteger'],
      },
      output: {
        // `vendor` outlives releases; `shell` is everything else of the first load in one file; `content` is what
        // feed and profiles show; `home-icons`, `icons` and `kit` are what many screens share. So a screen costs few
        // requests.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|wouter|@lingui)[\\/]/,
              priority: 5,
            },
            { name: 'shell', tags: ['$initial'], priority: 4 },
            { name: 'home-icons', test: iconsOfHome, priority: 4 },
            { name: 'content', test: contentParts, priority: 2 },
            { name: 'discovery', test: homeParts, priority: 4 },
            { name: 'icons', test: /lucide-react/, minShareCount: 3, priority: 3 },
            { name: 'kit', test: /src[\\/]components[\\/]ui[\\/]/, minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
});
