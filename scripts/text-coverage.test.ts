import { expect, it } from 'vitest';
import { countTexts, readCoverage, storedCoverage } from './text-coverage.ts';

const header = 'msgid ""\nmsgstr ""\n"Language: af\\n"';

it('counts translated texts, those over several lines too, and those that a speaker has read', () => {
  const po = [
    header,
    'msgid "One"\nmsgstr "Een"',
    '#, needs-review\nmsgid "Two"\nmsgstr "Twee"',
    'msgid ""\n"Three "\n"lines"\nmsgstr ""\n"Drie "\n"reëls"',
    'msgid "Four"\nmsgstr ""',
    '#~ msgid "Gone"\n#~ msgstr "Weg"',
  ].join('\n\n');
  expect(countTexts(po)).toEqual({ translated: 75, reviewed: 66 });
});

it('the menu shows the coverage of the catalogues; run "npm run messages" when this fails', () => {
  expect(storedCoverage()).toEqual(readCoverage());
});
