import { describe, expect, it } from 'vitest';
import { addMonths, identityLevelOf, readAgreement } from './identity-level.ts';

const at = (day: string) => new Date(`${day}T10:00:00Z`);
const terms = { wording: 2, months: 24, graceDays: 30, bankChangedAt: null };
const signed = { signedAt: at('2026-11-26'), wording: 2, isName: true };

describe('an identity level', () => {
  const all = { isAgeProven: true, isDocumentSeen: true, isSelfieMatched: true, agreement: 'current' as const };
  it.each([
    [{ isAgeProven: false }, 0],
    [{ isDocumentSeen: false }, 1],
    [{ isSelfieMatched: false }, 2],
    [{ agreement: 'none' as const }, 2],
    [{ agreement: 'ended' as const }, 2],
    [{ agreement: 'renew' as const }, 3],
    [{}, 3],
  ])('with %o is %i', (lacks, level) => {
    expect(identityLevelOf({ ...all, ...lacks })).toBe(level);
  });
});

describe('a signed agreement', () => {
  it('counts for its months, and for the days of grace after', () => {
    const stateOn = (day: string) => readAgreement(signed, terms, at(day)).state;
    expect(['2026-11-26', '2028-09-26', '2028-09-28', '2028-12-25', '2028-12-27'].map(stateOn)).toEqual([
      ...['current', 'current', 'renew', 'renew', 'ended'],
    ]);
    expect(readAgreement(signed, terms, at('2026-12-01')).until).toEqual(at('2028-12-26'));
    expect(readAgreement(null, terms, at('2026-12-01'))).toEqual({ state: 'none', until: null });
  });

  it('is to be signed again within the days of grace after another bank account', () => {
    const changed = { ...terms, bankChangedAt: at('2027-01-10') };
    expect(readAgreement(signed, changed, at('2027-01-11'))).toEqual({ state: 'renew', until: at('2027-02-09') });
    expect(readAgreement(signed, changed, at('2027-02-10')).state).toBe('ended');
    const before = { ...terms, bankChangedAt: at('2026-11-01') };
    expect(readAgreement(signed, before, at('2027-02-10')).state).toBe('current');
  });

  it('ends with another name, and is to be renewed for another wording', () => {
    expect(readAgreement({ ...signed, isName: false }, terms, at('2026-12-01')).state).toBe('ended');
    expect(readAgreement({ ...signed, wording: 1 }, terms, at('2026-12-01')).state).toBe('renew');
  });

  it('of the 31st ends on the last day of a shorter month', () => {
    expect(addMonths(at('2026-08-31'), 6)).toEqual(at('2027-02-28'));
    expect(addMonths(at('2026-02-28'), 24)).toEqual(at('2028-02-28'));
  });
});
