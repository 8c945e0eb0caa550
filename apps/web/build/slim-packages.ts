import { join } from 'node:path';
import type { Plugin } from 'vite';

const here = (name: string) => join(import.meta.dirname, name);

/** Puts smaller stand-ins in the place of four parts of packages that the first load would otherwise carry whole. */
export function slimPackages(): Plugin {
  return {
    name: 'vlam-slim-packages',
    enforce: 'pre',
    // One style sheet and no preload links: what remains of Vite's helper is the import itself.
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => ({ code: 'export const __vitePreload = (load) => load();', map: null }),
    },
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$|^use-sync-external-store\/shim|^\.\/react-deps\.js$/ },
      handler: (id) => here(id.includes('createLucide') ? 'lucide-icon.ts' : 'react-store.ts'),
    },
  };
}
