import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

/** Matches messages that must be compiled: placeholders, plurals, and the quotes that escape them. */
const needsCompiling = /[{}']/;
/** Message descriptors that the Lingui macro emits, in objects and in properties of `<Trans>`. */
const descriptor = /(\bid: "[\w+/=-]{6}",\s*message: )("(?:[^"\\]|\\.)*")/g;

function compile(locale: string, messages: Record<string, string>): Record<string, unknown> {
  const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'json' });
  if (errors.length > 0) throw new Error(`${locale}: ${errors.map((each) => each.error.message).join('; ')}`);
  return JSON.parse(source).messages;
}

/**
 * English texts stay in the code that shows them, compiled when they have placeholders, so English needs no catalog.
 * `locales/<language>.po` becomes a catalog of translations only; untranslated texts appear in English. A build does not
 * depend on a previous extraction.
 */
export function catalogs(configPath: string): Plugin[] {
  const config = getConfig({ configPath });
  return [
    {
      name: 'vlam-english',
      enforce: 'post',
      apply: 'build',
      transform: {
        filter: { id: /\/src\/.*\.tsx?$/, code: /message: "/ },
        handler(code) {
          const compiled = code.replace(descriptor, (all, before: string, literal: string) => {
            const message: string = JSON.parse(literal);
            if (!needsCompiling.test(message)) return all;
            return before + JSON.stringify(compile('en', { message }).message);
          });
          return { code: compiled, map: null };
        },
      },
    },
    {
      name: 'vlam-catalogs',
      transform: {
        filter: { id: /\.po$/ },
        async handler(_source, file) {
          const locale = file.replace(/^.*\/(\w+)\.po$/, '$1');
          const messages: Record<string, string> = {};
          for (const catalog of await getCatalogs(config))
            for (const [id, entry] of Object.entries((await catalog.read(locale)) ?? {}))
              if (entry.translation && !entry.obsolete) messages[id] = entry.translation;
          const code = `export const messages = ${JSON.stringify(compile(locale, messages))};`;
          return { code, map: null, moduleType: 'js' };
        },
      },
    },
  ];
}
