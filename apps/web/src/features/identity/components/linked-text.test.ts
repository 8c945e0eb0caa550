import { describe, expect, it } from 'vitest';
import { findLinks } from './linked-text.tsx';

const links = (text: string) => findLinks(text).flatMap((piece) => piece.href ?? []);

describe('URLs in a text', () => {
  it('keeps every character of the text', () => {
    const text = 'Open https://vlam.test/reset?token=a-b_c.\nOr not (http://vlam.test).';
    expect(
      findLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
    expect(links(text)).toEqual(['https://vlam.test/reset?token=a-b_c', 'http://vlam.test/']);
  });

  it.each(['javascript:alert(1)', 'data:text/html,hi', 'https://', 'mailto:a@b.test'])('does not link %s', (text) =>
    expect(links(text)).toEqual([]),
  );
});
