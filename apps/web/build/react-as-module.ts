import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const files: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};
const wanted = /^(react(\/jsx-runtime)?|react-dom(\/client)?|scheduler)$/;

const pathOf = (name: string): string => {
  const file = files[name] ?? '';
  const owner = file.split('/', 1)[0] ?? '';
  return join(dirname(require.resolve(`${owner}/package.json`)), file.slice(owner.length));
};

/**
 * React is published as CommonJS: bundled as such it needs helpers in a file of their own, one request more in the first
 * load, and every call of it from every file goes through an object. Its five production files need nothing but their
 * `require` and `exports` written as import and export to be modules.
 */
export function reactAsModule(): Plugin {
  return {
    name: 'vlam-react-as-module',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: wanted }, handler: (name) => pathOf(name) },
    transform: {
      filter: { id: /\/(react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/ },
      handler(code) {
        const imports: string[] = [];
        const body = code.replace(/require\("([\w/-]+)"\)/g, (_all, name: string) => {
          const local = `required${imports.length}`;
          imports.push(`import ${local} from ${JSON.stringify(name)};`);
          return local;
        });
        const names = new Set([...body.matchAll(/\bexports\.(\w+) =/g)].map(([, name]) => name));
        const named = [...names].map(
          (name) => `const named_${name} = exports.${name}; export { named_${name} as ${name} };`,
        );
        return {
          code: [...imports, 'const exports = {};', body, ...named, 'export default exports;'].join('\n'),
          map: null,
        };
      },
    },
  };
}
