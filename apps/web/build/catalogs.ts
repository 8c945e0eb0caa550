import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

/** Matches messages that must be compiled: placeholders, plurals, and the quotes that escape them. */
const needsCompiling = /[{}']/;
/** Message descriptors that the Lingui macro emits, in objects and in properties of `<Trans>`. */
const descriptor = /(\bid: "[\w+/=-]{6}",\s*message: )("(?:[^"\\]|\\.)*")/g;
const withPlaceholder = /\bmessage: "(?:[^"\\]|\\.)*?\{/g;

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
  let compiledMessages = 0;
  return [
    {
      name: 'vlam-english',
      enforce: 'post',
      apply: 'build',
      transform: {
        filter: { id: /\/src\/.*\.tsx?$/, code: /message: "/ },
        handler(code, file) {
          let placeholders = 0;
          const compiled = code.replace(descriptor, (all, before: string, literal: string) => {
            const message: string = JSON.parse(literal);
            if (!needsCompiling.test(message)) return all;
            compiledMessages += 1;
            if (message.includes('{')) placeholders += 1;
            return before + JSON.stringify(compile('en', { message }).message);
          });
          if (placeholders < (code.match(withPlaceholder)?.length ?? 0))
            this.error(`${file}: a message with a placeholder is no descriptor of Lingui as we know it`);
          return { code: compiled, map: null };
        },
      },
      buildEnd(error) {
        if (!error && compiledMessages === 0) this.error('no message was compiled: has the Lingui macro changed?');
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
