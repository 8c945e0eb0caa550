import type { Plugin } from 'vite';

/** Vite's loader of the style sheets that an imported screen needs. */
const loader = '\0vite/preload-helper.js';

/**
 * Imports screens without that loader, which would cost half a kilobyte of the first load: the page links its style
 * sheet, and `loadAllStyles` the other. Fails the build when a screen brings a sheet of its own.
 */
export function plainImports(): Plugin {
  return {
    name: 'vlam-plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === loader ? 'export const __vitePreload = (load) => load();' : null),
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && !file.isEntry && file.viteMetadata?.importedCss.size)
          this.error(`${file.fileName} brings a style sheet, which nothing would load`);
    },
  };
}
