import { expect, it } from 'vitest';
import { partsOf } from './links.ts';

it('finds URLs in a message and leaves the final full stop to the sentence', () => {
  expect(partsOf('Look: www.example.org/a?b=1. Or http://x.test!')).toEqual([
    { text: 'Look: ' },
    { text: 'www.example.org/a?b=1', address: 'https://www.example.org/a?b=1' },
    { text: '. Or ' },
    { text: 'http://x.test', address: 'http://x.test' },
    { text: '!' },
  ]);
});

it('treats nothing else as a URL', () => {
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'a.b.c', 'vlam'])
    expect(partsOf(text)).toEqual([{ text }]);
});
