import { describe, expect, it } from 'vitest';
import { carriedUntil, dueOf, endOf, isReturned, mayBegin } from './policy.ts';
import type { CallRow } from './store.ts';

const t0 = Date.parse('2026-11-21T20:00:00Z');
/** The time this many seconds after the call was accepted. */
const at = (seconds: number): Date => new Date(t0 + seconds * 1000);
/** When a side was last seen and last reported connected, in seconds; never when left out. */
type Reported = { seen?: number; connected?: number };

function aCall(given: {
  started?: number;
  minutes?: number;
  since?: number;
  caller?: Reported;
  partner?: Reported;
}): CallRow {
  const { started, minutes = 1, since, caller = {}, partner = {} } = given;
  const side = ({ connected, seen = connected ?? 0 }: Reported) => ({
    seen: at(seen),
    connected: connected === seen,
    connectedAt: connected === undefined ? null : at(connected),
  });
  const [from, to] = [side(caller), side(partner)];
  return {
    id: '',
    caller_account_id: '',
    caller_id: '',
    partner_id: '',
    credits_per_minute: 18,
    minute_ms: 60_000,
    created_at: at(-5),
    accepted_at: at(0),
    started_at: started === undefined ? null : at(started),
    ended_at: null,
    ending: null,
    minutes: started === undefined ? 0 : minutes,
    returned: 0,
    stars: null,
    connected_since: since === undefined ? null : at(since),
    caller_seen_at: from.seen,
    caller_connected: from.connected,
    caller_connected_at: from.connectedAt,
    partner_seen_at: to.seen,
    partner_connected: to.connected,
    partner_connected_at: to.connectedAt,
    caller_tab_id: null,
    partner_tab_id: null,
    silent: false,
  };
}

describe('an accepted call', () => {
  it.each([
    ['both say connected', { caller: { connected: 3 }, partner: { connected: 3 } }, true],
    ['the caller alone', { caller: { connected: 3 }, partner: { seen: 3 } }, false],
    ['the creator alone', { caller: { seen: 3 }, partner: { connected: 3 } }, false],
    ['one reported it and no longer does', { caller: { seen: 3, connected: 1 }, partner: { connected: 3 } }, false],
    ['one that has begun', { started: 2, caller: { connected: 3 }, partner: { connected: 3 } }, false],
  ] as const)('begins when both currently report a connection: %s', (_, given, begins) => {
    expect(mayBegin(aCall(given))).toBe(begins);
  });

  it.each([
    ['neither connected yet', { caller: { seen: 40 }, partner: { seen: 40 } }, 44, null],
    ['neither connects in time', { caller: { seen: 44 }, partner: { seen: 44 } }, 45, 45],
    [
      'one is alone in saying so, for a moment',
      { since: 3, caller: { seen: 10 }, partner: { connected: 10 } },
      10.9,
      null,
    ],
    ['the creator is alone in saying so', { since: 3, caller: { seen: 10 }, partner: { connected: 10 } }, 11, 11],
    ['the caller is alone in saying so', { since: 3, caller: { connected: 10 }, partner: { seen: 10 } }, 11, 11],
    ['a side is gone', { caller: { seen: 2 }, partner: { seen: 20 } }, 22, 22],
  ] as const)('fails without a charge: %s', (_, given, now, failed) => {
    expect(dueOf(aCall(given), at(now))).toEqual(failed === null ? null : { end: 'failed', at: at(failed) });
  });
});

describe('a call that has begun', () => {
  const dropped = (seconds: number) => ({ end: 'dropped', at: at(seconds) });
  it.each([
    ['both connected', { caller: { connected: 30 }, partner: { connected: 31 } }, 33, null],
    ['its next minute', { caller: { connected: 59 }, partner: { connected: 58 } }, 60, { minute: 2, startsAt: at(60) }],
    ['both not, for a moment', { caller: { seen: 34, connected: 15 }, partner: { seen: 34, connected: 15 } }, 34, null],
    [
      'both not, for long',
      { caller: { seen: 35, connected: 15 }, partner: { seen: 35, connected: 14 } },
      35,
      dropped(14),
    ],
    ['both silent', { caller: { connected: 15 }, partner: { connected: 14 } }, 3_600, dropped(14)],
    ['the caller silent', { caller: { connected: 5 }, partner: { connected: 24 } }, 25, dropped(24)],
    ['the caller denying', { caller: { seen: 24, connected: 5 }, partner: { connected: 24 } }, 25, dropped(24)],
    ['the caller never again', { partner: { connected: 19 } }, 20, dropped(19)],
    ['the creator silent', { caller: { connected: 24 }, partner: { connected: 5 } }, 25, dropped(5)],
    ['the creator denying', { caller: { connected: 24 }, partner: { seen: 24, connected: 5 } }, 25, dropped(5)],
    ['neither ever again', {}, 20, dropped(0)],
    [
      'a minute that began before it was over',
      { caller: { connected: 45 }, partner: { connected: 64 } },
      65,
      { minute: 2, startsAt: at(60) },
    ],
    [
      'a minute that would have begun after it was over',
      { caller: { connected: 45 }, partner: { connected: 58 } },
      65,
      dropped(58),
    ],
  ] as const)('%s', (_, given, now, due) => {
    expect(dueOf(aCall({ started: 0, ...given }), at(now))).toEqual(due);
  });

  it('judges silence later right after a start of the server', () => {
    const row = aCall({ started: 0, caller: { connected: 10 }, partner: { connected: 10 } });
    expect(dueOf(row, at(40), 60_000)).toBeNull();
    expect(dueOf(aCall({ since: 3, partner: { connected: 10 } }), at(40), 60_000)).toBeNull();
  });

  it("had media until its creator's tab last reported it, and never before it began", () => {
    expect(carriedUntil(aCall({ partner: { connected: 40 } }), at(4))).toEqual(at(40));
    expect(carriedUntil(aCall({ partner: { connected: 3 } }), at(4))).toEqual(at(4));
  });

  it.each([
    ['while it carries something', { partner: { connected: 36 } }, 'hung_up', { ending: 'hung_up', at: at(40) }],
    ['just after it broke off', { partner: { seen: 40, connected: 33 } }, 'hung_up', { ending: 'hung_up', at: at(40) }],
    ['once it broke off', { partner: { seen: 40, connected: 32 } }, 'hung_up', { ending: 'dropped', at: at(32) }],
    [
      'with a block once it broke off',
      { partner: { connected: 9 } },
      'unavailable',
      { ending: 'unavailable', at: at(9) },
    ],
    ['with the money', { partner: { connected: 9 } }, 'no_credits', { ending: 'no_credits', at: at(40) }],
  ] as const)('is ended %s', (_, given, ending, ended) => {
    expect(endOf(aCall({ started: 0, ...given }), { ending, at: at(40) })).toEqual(ended);
  });

  it('one that never began ends as it was ended', () => {
    const end = { ending: 'hung_up', at: at(40), byCaller: true } as const;
    expect(endOf(aCall({}), end)).toEqual(end);
  });

  it.each([
    ['the first of a call that broke off', 1, { ending: 'dropped', at: at(9.9), byCaller: false }, true],
    ['the first of one that broke off later', 1, { ending: 'dropped', at: at(10), byCaller: false }, false],
    ['the first of one that its creator ended', 1, { ending: 'hung_up', at: at(9), byCaller: false }, true],
    ['the first of one that its caller ended', 1, { ending: 'hung_up', at: at(9), byCaller: true }, false],
    ['one that began after the end', 2, { ending: 'dropped', at: at(59), byCaller: false }, true],
    ['one that began before the end', 2, { ending: 'dropped', at: at(61), byCaller: false }, false],
  ] as const)('gives back: %s', (_, minute, end, returned) => {
    const row = aCall({ started: 0 });
    expect(isReturned(row, { minute, started_at: at((minute - 1) * 60) }, end)).toBe(returned);
  });
});
