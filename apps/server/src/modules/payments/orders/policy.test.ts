import { orderStates } from '@vlam/contract/payments';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertCents, type EventFacts, judge, type OrderFacts, vatWithin } from './policy.ts';

const asked = { chargeAmount: 59_900n, chargeCurrency: 'ZAR' };
const kinds = ['paid', 'failed', 'pending', 'cancelled', 'refunded', 'charged_back'] as const;
const events = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    amount: fc.constantFrom(59_900n, 59_900n, 100n, 0n, -59_900n),
    currency: fc.constantFrom('ZAR', 'ZAR', 'USD'),
  }),
  { maxLength: 8 },
);

/** What a list of words leaves behind: the state, and whether what was sold is with the buyer. */
function run(facts: readonly EventFacts[]) {
  let state: OrderFacts['state'] = 'created';
  let granted = 0;
  let payments = 0;
  for (const event of facts) {
    const decision = judge({ state, ...asked }, event);
    if (decision.act === 'pay') {
      granted += 1;
      payments += 1;
    }
    if (decision.act === 'reverse') granted -= 1;
    state = decision.state ?? state;
  }
  return { state, granted, payments };
}

describe('T36 F9: provider events in any order and number', () => {
  it('shuffled and tripled events leave the same state, and never grant twice', () => {
    fc.assert(
      fc.property(events, fc.infiniteStream(fc.nat()), (facts, numbers) => {
        const reference = run(facts);
        const order = (list: EventFacts[]) =>
          list
            .map((event) => ({ event, at: numbers.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ event }) => event);
        const shuffled = run(order([...facts, ...facts, ...facts]));
        expect(shuffled.state).toBe(reference.state);
        expect(shuffled.granted).toBe(reference.granted);
        for (const { granted, payments } of [reference, shuffled]) {
          expect(payments).toBeLessThanOrEqual(1);
          expect(granted === 0 || granted === 1).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('the buyer has the purchase exactly while the order is paid', () => {
    fc.assert(
      fc.property(events, (facts) => {
        const { state, granted } = run(facts);
        expect(granted).toBe(state === 'paid' ? 1 : 0);
      }),
    );
  });

  it('T37: another amount or currency never pays, whatever state the order is in', () => {
    for (const state of orderStates)
      for (const [amount, currency] of [
        [100n, 'ZAR'],
        [59_901n, 'ZAR'],
        [59_900n, 'USD'],
        [-59_900n, 'ZAR'],
      ] as const)
        expect(judge({ state, ...asked }, { kind: 'paid', amount, currency }).act).toBeNull();
  });
});

it('VAT is 15 of 115, rounded half up, and never more than the price', () => {
  expect([11_500, 59_900, 19_900, 9_900, 1, 0].map((cents) => vatWithin(cents, 15))).toEqual([
    1_500, 7_813, 2_596, 1_291, 0, 0,
  ]);
  for (let cents = 0; cents <= 10_000; cents += 1)
    expect(Math.abs(vatWithin(cents, 15) - (cents * 15) / 115)).toBeLessThanOrEqual(0.5);
  expect(vatWithin(11_550, 15.5)).toBe(1_550);
});

it('a price in another currency is never below its price in rand', () => {
  expect(convertCents(59_900, 18.25)).toBe(3_283);
  for (const rate of [18.25, 19.8, 0.13])
    for (let cents = 1; cents < 2_000; cents += 7)
      expect(convertCents(cents, rate) * rate).toBeGreaterThanOrEqual(cents - 1e-6);
});
