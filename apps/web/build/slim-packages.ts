import { join } from 'node:path';
import type { Plugin } from 'vite';

const here = (name: string) => join(import.meta.dirname, name);

/** One style sheet and no preload links: what remains of Vite's helper is the import itself. */
const loadOnly = 'export const __vitePreload = (load) => load();';
/** The server speaks nothing else. */
const webSocketOnly = "import { WS } from './websocket.node.js';\nexport const transports = { websocket: WS };";

/** A sentence about servers of years ago, with an address that a page of ours has no reason to hold. */
const oldServer = / in v2\.x with a v3\.x client[^"]*/;

/** Puts smaller stand-ins in the place of parts of packages that the browser would otherwise be sent whole. */
export function slimPackages(): Plugin {
  return {
    name: 'vlam-slim-packages',
    enforce: 'pre',
    transform: {
      filter: {
        id: /vite\/preload-helper\.js$|engine\.io-client\/build\/esm\/transports\/index\.js$|socket\.io-client\/build\/esm\/socket\.js$/,
      },
      handler(code, id) {
        if (id.includes('socket.io-client')) return { code: code.replace(oldServer, ''), map: null };
        return { code: id.includes('preload-helper') ? loadOnly : webSocketOnly, map: null };
      },
    },
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$|^use-sync-external-store\/shim|^\.\/react-deps\.js$/ },
      handler: (id) => here(id.includes('createLucide') ? 'lucide-icon.ts' : 'react-store.ts'),
    },
  };
}
