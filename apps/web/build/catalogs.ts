import { relative } from 'node:path';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { areaOf, type ScreenTexts } from './text-areas.ts';

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

const firstArea = 'first';
/** In place of an area: where the others are. */
export const indexArea = 'index';

type Texts = Record<string, string>;

/**
 * English texts stay in the code that shows them, compiled when they have placeholders, so English needs no catalog.
 * `locales/<language>.po` becomes a catalog of translations of the shell and of home (`first`), and one for each other
 * area. An index of the language says which of them a screen needs, so that English carries none of it. Untranslated texts
 * appear in English. `first` are the files of the shell and of home, `screens` the areas of each screen.
 */
export function catalogs(
  configPath: string,
  first: ReadonlySet<string>,
  screens: ReadonlyMap<string, ScreenTexts>,
): Plugin[] {
  const config = getConfig({ configPath });
  const rootDir = config.rootDir ?? '';
  const nameOf = (file: string) => relative(rootDir, file);
  const firstFiles = new Set([...first].map(nameOf));
  let compiledMessages = 0;

  async function readTexts(locale: string): Promise<Map<string, Texts>> {
    const areas = new Map<string, Texts>();
    const add = (area: string, id: string, text: string) => {
      const texts = areas.get(area) ?? {};
      texts[id] = text;
      areas.set(area, texts);
    };
    for (const catalog of await getCatalogs(config))
      for (const [id, { translation, obsolete, origin = [] }] of Object.entries((await catalog.read(locale)) ?? {})) {
        if (!translation || obsolete) continue;
        const files = origin.map(([file]) => file);
        if (files.some((file) => firstFiles.has(file))) add(firstArea, id, translation);
        else for (const area of new Set(files.map(areaOf))) add(area, id, translation);
      }
    return areas;
  }
  const read = new Map<string, Promise<Map<string, Texts>>>();
  const textsOf = (locale: string) => {
    const texts = read.get(locale) ?? readTexts(locale);
    read.set(locale, texts);
    return texts;
  };

  /** Code of the other areas of a language that has any texts of theirs, and of what each screen needs. */
  function indexOf(locale: string, texts: ReadonlyMap<string, Texts>): string {
    const areas = [...texts.keys()].filter((area) => area !== firstArea);
    const imports = areas.map((area) => `'${area}': () => import('./${locale}.po?area=${area}')`);
    const wanted = [...screens].map(([path, { now, later }]) => {
      const known = (names: string[]) => names.map((name) => areas.indexOf(name)).filter((at) => at >= 0);
      return [path, [known(now), known(later)]] as const;
    });
    const some = wanted.filter(([, lists]) => lists.some((list) => list.length > 0));
    return `export const areas = { ${imports.join(', ')} };
export const screens = ${JSON.stringify(Object.fromEntries(some))};`;
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
        filter: { id: /\.po(\?area=|$)/ },
        async handler(_source, id) {
          const [, locale = '', area = firstArea] = /(\w+)\.po(?:\?area=([\w-]+))?$/.exec(id) ?? [];
          const texts = await textsOf(locale);
          if (area === indexArea) return { code: indexOf(locale, texts), map: null, moduleType: 'js' };
          const code = `export const messages = ${JSON.stringify(compile(locale, texts.get(area) ?? {}))};`;
          const rest = `export const index = () => import('./${locale}.po?area=${indexArea}');`;
          return { code: area === firstArea ? `${code}\n${rest}` : code, map: null, moduleType: 'js' };
        },
      },
    },
  ];
}
