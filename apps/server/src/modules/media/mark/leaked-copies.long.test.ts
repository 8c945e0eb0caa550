import { expect, it } from 'vitest';
import { tracePictures } from '../../../../test/leaked-pictures.ts';

/** The benchmark traces 200, in five minutes of two quiet cores. */
const leakedCopies = Number(process.env.LEAKED_COPIES ?? 30);

it('names the right buyer of at least 99 % of leaked copies, and a wrong one of none', async () => {
  const wrong: string[] = [];
  const missed: string[] = [];
  for await (const { copy, buyer, found, foundWithoutBuyer } of tracePictures(leakedCopies)) {
    if (!found) missed.push(copy);
    else if (found.accountId !== buyer) wrong.push(`${copy}: ${found.accountId} and not ${buyer}`);
    if (foundWithoutBuyer) wrong.push(`${copy}: ${foundWithoutBuyer} without its buyer`);
  }
  expect(wrong).toEqual([]);
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(leakedCopies / 100);
}, 1_800_000);
