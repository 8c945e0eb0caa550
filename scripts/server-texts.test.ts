import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTranslations } from '../apps/server/src/platform/translations.ts';
import { readServerTexts, serverCatalog, serverLanguages, updateCatalog } from './server-texts.ts';
import { root } from './steps.ts';

const texts = readServerTexts();
const valuesIn = (text: string) => [...new Set(text.match(/\{\d+\}/g))].sort();

it('the catalogues hold every sentence of the server; run "npm run messages" when this fails', () => {
  expect(texts.size).toBeGreaterThan(150);
  for (const language of serverLanguages) {
    const stored = readFileSync(serverCatalog(language), 'utf8');
    expect(stored, language).toBe(updateCatalog(stored, texts.values(), language));
  }
});

it('a translation has the values and the addresses of its English', () => {
  for (const language of serverLanguages)
    for (const [english, translated] of readTranslations(readFileSync(serverCatalog(language), 'utf8'))) {
      expect(valuesIn(translated), `${language}: ${english}`).toEqual(valuesIn(english));
      const paths = (text: string) => text.match(/\/[a-z][\w/?=.-]+/g);
      expect(paths(translated), `${language}: ${english}`).toEqual(paths(english));
    }
});

it('no sentence is passed as text that needs no language', () => {
  const found = globSync('apps/server/src/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\bverbatim\(\s*(['"`])([^$'"`]* [^$'"`]*)\1/g),
    ])
    .map(([, , text]) => text);
  expect(found).toEqual([]);
});

it('a refusal with values is said, so that its values find their place in each language', () => {
  const found = globSync('apps/server/src/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap(
      (file) =>
        readFileSync(join(root, file), 'utf8').match(/new AppError\(\s*'\w+',\s*\{\s*message:\s*`[^`]*`/g) ?? [],
    );
  expect(found).toEqual([]);
});

it('keeps translations and flags, drops what is gone, and says what a placeholder is', () => {
  const before =
    'msgid ""\nmsgstr ""\n\n#, needs-review\nmsgid "Hello {0}"\nmsgstr "Hallo {0}"\n\nmsgid "Gone"\nmsgstr "Weg"\n';
  const hello = { id: 'Hello {0}', files: ['src/a.ts'], values: ['name'] };
  const updated = updateCatalog(before, [hello, { id: 'New', files: ['src/b.ts'], values: [] }], 'af');
  expect(updated.split('\n\n').slice(1)).toEqual([
    '#. placeholder {0}: name\n#: src/a.ts\n#, needs-review\nmsgid "Hello {0}"\nmsgstr "Hallo {0}"',
    '#: src/b.ts\nmsgid "New"\nmsgstr ""\n',
  ]);
});
