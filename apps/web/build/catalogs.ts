import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { firstCatalog, type TextGroups } from './text-groups.ts';

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

/** In place of the name of a catalogue: where those of the screens are, of the staff's screens, and of parts. */
export const indexes = { members: 'index', staff: 'staff-index', later: 'later-index' } as const;

type Texts = Record<string, string>;

/** The source files of each text, by its id. */
export async function readOrigins(configPath: string): Promise<Map<string, string[]>> {
  const origins = new Map<string, string[]>();
  for (const catalog of await getCatalogs(getConfig({ configPath })))
    for (const [id, { obsolete, origin = [] }] of Object.entries((await catalog.read('en')) ?? {}))
      if (!obsolete)
        origins.set(
          id,
          origin.map(([file]) => file),
        );
  return origins;
}

/**
 * English texts stay in the code that shows them, compiled when they have placeholders, so English needs no catalog.
 * `locales/<language>.po` becomes the catalogues of `groups`. Its indexes say which of them a screen needs, so that
 * English carries none of it. Untranslated texts appear in English.
 */
export function catalogs(configPath: string, groups: TextGroups): Plugin[] {
  const config = getConfig({ configPath });
  let compiledMessages = 0;

  async function readTexts(locale: string): Promise<Texts> {
    const texts: Texts = {};
    for (const catalog of await getCatalogs(config))
      for (const [id, { translation, obsolete }] of Object.entries((await catalog.read(locale)) ?? {}))
        if (translation && !obsolete) texts[id] = translation;
    return texts;
  }
  const read = new Map<string, Promise<Texts>>();
  const textsOf = (locale: string) => {
    const texts = read.get(locale) ?? readTexts(locale);
    read.set(locale, texts);
    return texts;
  };
  const only = (texts: Texts, ids: ReadonlySet<string>): Texts =>
    Object.fromEntries(Object.entries(texts).filter(([id]) => ids.has(id)));

  const importOf = (locale: string, name: string) => `() => import('./${locale}.po?texts=${name}')`;
  /** Code of an index, of the catalogues in which the language has any text. */
  function indexOf(locale: string, index: string, texts: Texts): string {
    const isKnown = (name: string) => Object.keys(only(texts, groups.catalogs.get(name) ?? new Set())).length > 0;
    if (index === indexes.later) {
      const names = [...new Set([...groups.later.values()].flat())].filter(isKnown);
      const screens = [...groups.later].map(([path, needed]) => [path, needed.map((name) => names.indexOf(name))]);
      return `export const parts = [${names.map((name) => importOf(locale, name)).join(', ')}];
export const screens = ${JSON.stringify(Object.fromEntries(screens))};`;
    }
    const wanted = [...groups.now].filter(
      ([path, name]) => groups.staff.has(path) === (index === indexes.staff) && isKnown(name),
    );
    const screens = wanted.map(([path, name]) => `${JSON.stringify(path)}: ${importOf(locale, name)}`);
    return `export const screens = { ${screens.join(', ')} };`;
  }

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
        filter: { id: /\.po(\?texts=|$)/ },
        async handler(_source, id) {
          const [, locale = '', name = firstCatalog] = /(\w+)\.po(?:\?texts=([\w-]+))?$/.exec(id) ?? [];
          const texts = await textsOf(locale);
          if (Object.values<string>(indexes).includes(name))
            return { code: indexOf(locale, name, texts), map: null, moduleType: 'js' };
          const ids = groups.catalogs.get(name) ?? new Set();
          const code = `export const messages = ${JSON.stringify(compile(locale, only(texts, ids)))};`;
          const rest = Object.entries(indexes).map(([key, index]) => `${key}: ${importOf(locale, index)}`);
          return {
            code: name === firstCatalog ? `${code}\nexport const indexes = { ${rest.join(', ')} };` : code,
            map: null,
            moduleType: 'js',
          };
        },
      },
    },
  ];
}
