import { join } from 'node:path';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { afterBuild } from './build/after-build.ts';
import { catalogs } from './build/catalogs.ts';
import { noncePlaceholder, page } from './build/page.ts';
import { slimContract } from './build/slim-contract.ts';

const linguiConfig = join(import.meta.dirname, 'lingui.config.ts');

export default defineConfig({
  root: import.meta.dirname,
  html: { cspNonce: noncePlaceholder },
  plugins: [
    slimContract(),
    catalogs(linguiConfig),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }, { configPath: linguiConfig })] }),
    react(),
    tailwind(),
    page(),
    afterBuild(),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    // The server's hints do this for the first screen; the others follow a press.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A release changes our own chunks; these stay in every cache.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'data', test: /node_modules[\\/](@tanstack|wouter|use-sync-external-store|@lingui)[\\/]/ },
          ],
        },
      },
    },
  },
});
