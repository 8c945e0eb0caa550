import { describe, expect, it } from 'vitest';
import { countMissing } from './catalogues.ts';

const header = 'msgid ""\nmsgstr ""\n"Language: af\\n"\n';
const entry = (id: string, text: string) => `#: src/a.tsx:1\nmsgid "${id}"\nmsgstr "${text}"\n`;
const catalogue = (...entries: string[]) => [header, ...entries].join('\n');

describe('a catalogue', () => {
  it('is complete when every message has a text', () => {
    expect(countMissing(catalogue(entry('Chat', 'Gesels'), entry('Feed', 'Voer')))).toBe(0);
  });

  it('counts messages without one, in one line or many, and not those that are no longer used', () => {
    const long = 'msgid ""\n"A long "\n"message"\nmsgstr ""\n';
    const translated = 'msgid ""\n"A long "\n"message"\nmsgstr ""\n"Lank"\n';
    const unused = '#~ msgid "Old"\n#~ msgstr ""\n';
    expect(countMissing(catalogue(entry('Chat', ''), entry('Feed', 'Voer'), long, translated, unused))).toBe(2);
  });
});
