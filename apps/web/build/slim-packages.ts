import { join } from 'node:path';
import type { Plugin } from 'vite';

const here = (name: string) => join(import.meta.dirname, name);

/** One style sheet and no preload links: what remains of Vite's helper is the import itself. */
const loadOnly = 'export const __vitePreload = (load) => load();';
/** Puts smaller stand-ins in the place of parts of packages that the browser would otherwise be sent whole. */
export function slimPackages(): Plugin {
  return {
    name: 'vlam-slim-packages',
    enforce: 'pre',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => ({ code: loadOnly, map: null }),
    },
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$|^use-sync-external-store\/shim|^\.\/react-deps\.js$/ },
      handler: (id) => here(id.includes('createLucide') ? 'lucide-icon.ts' : 'react-store.ts'),
    },
  };
}
