import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { withoutHydration } from './react-without-hydration.ts';
import { withoutUnused } from './react-without-unused.ts';

const require = createRequire(import.meta.url);
const files: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};
const wanted = /^(react(\/jsx-runtime)?|react-dom(\/client)?|scheduler)$/;

const web = join(import.meta.dirname, '..');
/** All that may name an attribute; icons of the library have none of those with two spellings. */
const sources = () =>
  globSync(['src/**/*.{ts,tsx}', 'build/lucide-icon.ts'], { cwd: web })
    .map((file) => readFileSync(join(web, file), 'utf8'))
    .join('\n');

const pathOf = (name: string): string => {
  const file = files[name] ?? '';
  const owner = file.split('/', 1)[0] ?? '';
  return join(dirname(require.resolve(`${owner}/package.json`)), file.slice(owner.length));
};

/**
 * React is published as CommonJS: bundled as such it needs helpers in a file of their own, one request more in the first
 * load, and none of it can be left out. Its five production files need nothing but their `require` and `exports` written
 * as import and export to be modules, of which the bundler keeps what is used.
 */
export function reactAsModule(): Plugin {
  return {
    name: 'vlam-react-as-module',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: wanted }, handler: (name) => ({ id: pathOf(name), moduleSideEffects: false }) },
    transform: {
      filter: { id: /\/(react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/ },
      handler(source, id) {
        const code = id.includes('react-dom-client') ? withoutUnused(withoutHydration(source), sources()) : source;
        const imports: string[] = [];
        // `var React = require("react"), …;` stands once, at the top.
        const body = code.replace(/^var (?:\w+ = require\("[\w/-]+"\)[,;]\s*)+/m, (declaration) => {
          for (const [, local, name] of declaration.matchAll(/(\w+) = require\("([\w/-]+)"\)/g))
            imports.push(`import * as ${local} from ${JSON.stringify(name)};`);
          return '';
        });
        const names = new Set([...body.matchAll(/\bexports\.(\w+) =/g)].map(([, name]) => name));
        const written = body
          .replace(/^exports\.(\w+) =(?! void 0)/gm, 'const named_$1 =')
          .replace(/^exports\.(\w+) = void 0;/gm, 'let named_$1;')
          .replace(/\bexports\.(\w+)/g, 'named_$1');
        const list = [...names].map((name) => `named_${name} as ${name}`);
        return { code: [...imports, written, `export { ${list.join(', ')} };`].join('\n'), map: null };
      },
    },
  };
}
