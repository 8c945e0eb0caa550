import type { Plugin } from 'vite';

/** Fails the build when a group of `codeSplitting` matches no module any more. */
export function requireChunks(names: readonly string[]): Plugin {
  return {
    name: 'vlam-require-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const built = new Set(Object.values(bundle).map(({ name }) => name));
      const missing = names.filter((name) => !built.has(name));
      if (missing.length > 0) this.error(`no module is in the chunks ${missing.join(', ')} of vite.config.ts`);
    },
  };
}
