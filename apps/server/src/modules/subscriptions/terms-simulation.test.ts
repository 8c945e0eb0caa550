import { expect, it } from 'vitest';
import { simulateTerms } from '../../../test/simulation/terms.ts';

// `test/simulation/terms.test.ts` takes 1,500 steps, and `npm run simulate` 10,000.
it('T95, T141: terms, trials, codes and renewals agree with a plain model', { timeout: 120_000 }, async () => {
  const happened = await simulateTerms(1, 300);
  for (const what of ['paid with a code', 'trial', 'paid 3 months']) expect(happened.get(what)).toBeGreaterThan(0);
});
