import { describe, expect, it } from 'vitest';
import { areaUnderCurve, timeInterleaved } from '../../../test/timing.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ fullPasswordCost: true });

const rounds = 400;

describe('T09: duration of a password reset request', () => {
  // Three standard errors of this sample are 0.06, so a correct server misses the bounds in one run of a hundred.
  it('is the same for members and strangers in 400 attempts of each', { retry: 2, timeout: 600_000 }, async () => {
    const run = Date.now();
    const member = (round: number) => `member-${run}-${round}@people.test`;
    for (let round = 0; round < rounds; round += 1)
      await t.context.identity.createAccount(t.db, { email: member(round), firstName: 'Pieter', lastName: 'Nel' });
    const client = t.client();
    const ask = async (email: string) => {
      const answer = await client.call('forgotPassword', { body: { email } });
      expect(answer.status).toBe(202);
    };
    for (let round = 0; round < 50; round += 1) await ask(`warm-${run}-${round}@people.test`);
    const [known, unknown] = await timeInterleaved(rounds, [
      (round) => ask(member(round)),
      (round) => ask(`nobody-${run}-${round}@people.test`),
    ]);
    const area = areaUnderCurve(known, unknown);
    console.info(`forgot password: area under the curve ${area.toFixed(3)} over ${rounds} tries of each`);
    expect(area).toBeGreaterThan(0.45);
    expect(area).toBeLessThan(0.55);
  });
});
