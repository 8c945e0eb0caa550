import { expect, it } from 'vitest';
import { simulateTerms } from './terms.ts';

const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Date.now() / 1_000) % 1_000_000);
// `npm run simulate` takes 10,000.
const steps = Number(process.env.SIMULATION_STEPS ?? 1_500);

it(`T95, T140, T141, T143: ${steps} steps of terms, trials, codes, gifts and referrals, seed ${seed}`, {
  timeout: 1_800_000,
}, async () => {
  const happened = await simulateTerms(seed, steps);
  console.log(Object.fromEntries([...happened].sort()));
  for (const what of [
    ...['paid 1 months', 'paid 3 months', 'paid 6 months', 'paid 12 months', 'paid with a code', 'trial', 'renewed'],
    ...['rush', 'late paid', 'late failed', 'stopped selling', 'refunded', 'charged_back', 'new price asked'],
    ...['refused PRICE_CHANGED', 'refused PAYMENT_DECLINED', 'refused PAYMENT_PENDING', 'pages given up'],
    ...['tier added', 'tier changed', 'moved up', 'renewal lower', 'renewal higher', 'renewal PRICE_CHANGED'],
    ...['moved down', 'shares', 'shares taken back', 'sales without a share', 'months over', 'paid out'],
    ...['sold while the referrer was suspended'],
    ...['given', 'gift accepted', 'gift returned by the job', 'gift refunded', 'gift charged_back'],
  ])
    expect(happened.get(what) ?? 0, what).toBeGreaterThan(0);
});
