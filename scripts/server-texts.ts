import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceId } from '../apps/server/src/platform/words.ts';
import { root } from './steps.ts';

// Part of `npm run messages`: writes the server's sentences (`say` in its sources) into its PO files, and keeps what is
// translated there.

const server = join(root, 'apps/server');
export const serverLanguages = ['af', 'zu', 'xh'];

export interface ServerText {
  id: string;
  files: string[];
  /** The code of each placeholder. */
  values: string[];
}

const said = /\bsay`((?:[^`\\]|\\.)*)`/g;
/** A message of an error, and a sentence that is marked as one; these have no values. */
const plain =
  /(?:new AppError\(\s*'[A-Z_]+',\s*\{\s*message:\s*|\bsentence\(\s*|^\s+[A-Z_0-9]+: \{[^}]*?message: )(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gm;
/** Messages of the error codes. */
const catalogueFile = '../../packages/contract/src/errors.ts';
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const placeholder = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g;

/** Sentences in the server's sources, by their English, in order of the files. */
export function readServerTexts(): Map<string, ServerText> {
  const found = new Map<string, ServerText>();
  const add = (id: string, file: string, values: string[]) => {
    const known = found.get(id);
    if (known) known.files = [...new Set([...known.files, file])];
    else found.set(id, { id, files: [file], values });
  };
  for (const file of [...globSync('src/**/*.ts', { cwd: server }).sort(), catalogueFile]) {
    if (file.includes('.test.')) continue;
    const code = readFileSync(join(server, file), 'utf8').replace(comment, '');
    for (const [, body = ''] of code.matchAll(said)) {
      const values = [...body.matchAll(placeholder)].map(([, value = '']) => value);
      add(sentenceId(body.replace(placeholder, '\0').split('\0')), file, values);
    }
    for (const [, single, double] of code.matchAll(plain))
      add((single ?? double ?? '').replaceAll("\\'", "'"), file, []);
  }
  return found;
}

export const serverCatalog = (language: string): string => join(server, `locales/${language}.po`);

const entry = /^msgid "((?:[^"\\]|\\.)*)"\nmsgstr "((?:[^"\\]|\\.)*)"$/m;
const quote = (text: string): string => JSON.stringify(text);

/** A PO file of these sentences, with the translations and flags of `before`. */
export function updateCatalog(before: string, texts: Iterable<ServerText>, language: string): string {
  const old = new Map<string, { text: string; flags: string[] }>();
  for (const block of before.split('\n\n')) {
    const [, id, text] = entry.exec(block.trimEnd()) ?? [];
    if (id && text)
      old.set(JSON.parse(`"${id}"`), { text: JSON.parse(`"${text}"`), flags: block.match(/^#, .*$/gm) ?? [] });
  }
  const head = `msgid ""\nmsgstr ""\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: ${language}\\n"`;
  const entries = [...texts].map(({ id, files, values }) => {
    const { text = '', flags = [] } = old.get(id) ?? {};
    const notes = values.map((code, at) => `#. placeholder {${at}}: ${code.replaceAll(/\s+/g, ' ')}`);
    const lines = [...notes, ...files.map((file) => `#: ${file}`), ...flags];
    return [...lines, `msgid ${quote(id)}`, `msgstr ${quote(text)}`].join('\n');
  });
  return `${[head, ...entries].join('\n\n')}\n`;
}

if (import.meta.main) {
  const texts = [...readServerTexts().values()];
  for (const language of serverLanguages) {
    const file = serverCatalog(language);
    writeFileSync(file, updateCatalog(readFileSync(file, 'utf8'), texts, language));
  }
}
