import { expect, it } from 'vitest';
import { findWarnings, type MessageWarning } from './message-warnings.ts';

const cases: [string, MessageWarning[]][] = [
  ['Hello, how was your day?', []],
  ['See you at 19:30, table for 2. I paid R250 last time, haha', []],
  ['My favourite number is 7 and I am 29', []],
  ['e.g. the sea, i.e. Camps Bay. It was fun.', []],
  ['I love the photos.They are lovely', []],
  ['Look at https://example.com/me', ['link']],
  ['go to www.fun-site.co.za now', ['link']],
  ['find me on mypage.link', ['link']],
  ['mypage (dot) com', ['link']],
  ['Call me on 082 555 0123', ['contact']],
  ['+27 82-555-0123', ['contact']],
  ['oh eight two five five five oh one two three', ['contact']],
  ['0​8​2​5​5​5​0​1​2​3', ['contact']],
  ['Let us go on WhatsApp', ['contact']],
  ['thandi @ example . com', ['contact']],
  ['ｗｈａｔｓａｐｐ me', ['contact']],
  ['Send it by eWallet please', ['payment']],
  ['my bank details: Capitec', ['payment']],
  ['pay me directly, it is cheaper', ['payment']],
  ['send me R500', ['payment']],
  ['You must pay a deposit before we meet', ['scam']],
  ['I can double your money in a week', ['scam']],
  ['What is the OTP you got?', ['scam']],
  ['Pay the booking fee by eWallet to 0825550123', ['contact', 'payment', 'scam']],
];

it.each(cases)('%s', (text, warnings) => {
  expect(findWarnings(text)).toEqual(warnings);
});

it('checks the longest message quickly, whatever its content', () => {
  const hard = ['a'.repeat(2_000), '1 '.repeat(1_000), 'a.'.repeat(1_000), 'one '.repeat(500), '@ '.repeat(1_000)];
  for (const text of hard) {
    // The best of several runs, because the machine is shared.
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now();
      findWarnings(text);
      return performance.now() - began;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  }
});
