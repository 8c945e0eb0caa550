import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { expect, it } from 'vitest';
import { anAccount } from '../../../test/factories.ts';
import { areaUnderCurve, timeInterleaved } from '../../../test/timing.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

const rounds = 400;
let serial = 0;
function aNumber(): string {
  serial += 1;
  const first12 = `880808${String(100_000 + serial)}`;
  return `${first12}${checkDigit(first12)}`;
}

// Three standard errors of this sample are 0.06, so a correct server misses the bounds in one run of a hundred.
it('T97: the age check takes as long for a known number as for a new one, in 400 tries of each', {
  retry: 2,
  timeout: 900_000,
}, async () => {
  const verify = async (idNumber: string, account: { cookie: string }) => {
    const body = { idNumber, dateOfBirth: '1988-08-08', documentType: 'id_document', documentNumber: 'DOC-1' } as const;
    expect((await t.client(account).call('verifyAge', { body })).status).toBe(200);
  };
  const flagged = (many: number) => Promise.all(Array.from({ length: many }, () => anAccount(t, { verified: false })));
  const known = Array.from({ length: rounds }, aNumber);
  for (const [index, account] of (await flagged(rounds)).entries()) await verify(known[index] ?? '', account);
  const [first, second] = [await flagged(rounds), await flagged(rounds)];
  const [knownMs, newMs] = await timeInterleaved(rounds, [
    (round) => verify(known[round] ?? '', first[round] as { cookie: string }),
    (round) => verify(aNumber(), second[round] as { cookie: string }),
  ]);
  const area = areaUnderCurve(knownMs, newMs);
  console.info(`age check: area under the curve ${area.toFixed(3)} over ${rounds} tries of each`);
  expect(area).toBeGreaterThan(0.45);
  expect(area).toBeLessThan(0.55);
});
