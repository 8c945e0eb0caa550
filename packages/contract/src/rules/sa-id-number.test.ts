import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageOn,
  birthDateFromIdNumber,
  checkDigit,
  isCalendarDate,
  isSaIdNumber,
  judgeIdNumber,
} from './sa-id-number.ts';

const completed = (first12: string) => `${first12}${checkDigit(first12)}`;
const idNumberOf = (birthDate: string, rest = '500908') =>
  completed(`${birthDate.slice(2).replaceAll('-', '')}${rest}`);

const birthDates = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const tails = fc.integer({ min: 0, max: 999_999 }).map((value) => String(value).padStart(6, '0'));

describe('isSaIdNumber', () => {
  it('accepts the example number of the Department of Home Affairs', () => {
    expect(isSaIdNumber('8001015009087')).toBe(true);
  });

  it('accepts every number made from a real date with its check digit', () => {
    fc.assert(fc.property(birthDates, tails, (date, rest) => isSaIdNumber(idNumberOf(date, rest))));
  });

  it('detects every single wrong digit', () => {
    fc.assert(
      fc.property(
        birthDates,
        tails,
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (date, rest, at, by) => {
          const right = idNumberOf(date, rest);
          const wrong = [...right].map((digit, index) => (index === at ? (Number(digit) + by) % 10 : digit)).join('');
          return !isSaIdNumber(wrong);
        },
      ),
    );
  });

  it('never accepts or throws on other text', () => {
    fc.assert(fc.property(fc.string(), (value) => /^\d{13}$/.test(value) || !isSaIdNumber(value)));
  });

  it.each(['', '800101500908', '80010150090870', '8001015009086', '800101500908a', '８００１０１５００９０８７'])(
    'refuses %j',
    (value) => {
      expect(isSaIdNumber(value)).toBe(false);
    },
  );

  it.each([
    ['month 0', '800001'],
    ['month 13', '801301'],
    ['day 0', '800100'],
    ['day 32', '800132'],
  ])('refuses %s', (_name, date) => {
    expect(isSaIdNumber(completed(`${date}500908`))).toBe(false);
  });

  it('accepts 30 February, as the form does: only the server checks the calendar', () => {
    expect(isSaIdNumber(completed('800230500908'))).toBe(true);
  });
});

describe('birthDateFromIdNumber', () => {
  it('reads years up to 21 as 20xx and later ones as 19xx', () => {
    expect(birthDateFromIdNumber('0001015009087')).toBe('2000-01-01');
    expect(birthDateFromIdNumber('2101015009087')).toBe('2021-01-01');
    expect(birthDateFromIdNumber('2201015009087')).toBe('1922-01-01');
    expect(birthDateFromIdNumber('9912315009087')).toBe('1999-12-31');
  });
});

describe('isCalendarDate', () => {
  it('agrees with the calendar of the platform for every date', () => {
    fc.assert(fc.property(birthDates, (date) => isCalendarDate(date)));
  });

  it.each([
    '2001-02-29',
    '1900-02-29',
    '2000-02-30',
    '2001-04-31',
    '2001-00-10',
    '2001-13-01',
    '2001-01-00',
    '2001-1-1',
    '',
  ])('refuses %j', (date) => {
    expect(isCalendarDate(date)).toBe(false);
  });

  it('knows leap days', () => {
    expect(isCalendarDate('2000-02-29')).toBe(true);
    expect(isCalendarDate('2024-02-29')).toBe(true);
  });
});

describe('ageOn', () => {
  it('turns 18 on the birthday and not on its eve', () => {
    expect(ageOn('2008-11-21', '2026-11-20')).toBe(17);
    expect(ageOn('2008-11-21', '2026-11-21')).toBe(18);
  });

  it('adds a year on 1 March of common years for a birthday on 29 February', () => {
    expect(ageOn('2004-02-29', '2022-02-28')).toBe(17);
    expect(ageOn('2004-02-29', '2022-03-01')).toBe(18);
  });

  it('never falls as days pass', () => {
    fc.assert(
      fc.property(birthDates, birthDates, birthDates, (birth, a, b) => {
        const [early, late] = a < b ? [a, b] : [b, a];
        return ageOn(birth, early) <= ageOn(birth, late);
      }),
    );
  });
});

describe('judgeIdNumber', () => {
  it('returns adult exactly from the 18th to before the 111th birthday', () => {
    fc.assert(
      fc.property(birthDates, tails, birthDates, (birthDate, rest, today) => {
        const age = ageOn(birthDate, today);
        const expected = age < 18 ? 'underAge' : age > 110 ? 'tooOld' : age > 100 ? 'twoCenturies' : 'adult';
        expect(judgeIdNumber({ idNumber: idNumberOf(birthDate, rest), birthDate, today })).toBe(expected);
      }),
    );
  });

  it('refuses every birth date but the one in the number', () => {
    fc.assert(
      fc.property(birthDates, birthDates, (inNumber, stated) => {
        fc.pre(inNumber.slice(2) !== stated.slice(2));
        return (
          judgeIdNumber({ idNumber: idNumberOf(inNumber), birthDate: stated, today: '2026-11-21' }) === 'otherBirthDate'
        );
      }),
    );
  });
});
