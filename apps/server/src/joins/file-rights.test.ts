import { afterEach, describe, expect, it, vi } from 'vitest';
import { aBlock, aCreator, aProfile, giveCredits, type TestProfile } from '../../test/factories.ts';
import { aPicture, fetchFile, sendFile } from '../../test/pictures.ts';
import { useTestApp } from '../../test/use-app.ts';

const t = useTestApp();
afterEach(() => vi.restoreAllMocks());

/** Counts the questions about rights that reach the database. */
function countQuestions(): { rights: number } {
  const count = { rights: 0 };
  for (const pool of [t.context.database.planned, t.context.database.pool]) {
    const query = pool.query.bind(pool);
    vi.spyOn(pool, 'query').mockImplementation(((asked: { name?: string }, ...rest: never[]) => {
      if (asked.name === 'rights to files') count.rights += 1;
      return (query as (...args: unknown[]) => unknown)(asked, ...rest);
    }) as never);
  }
  return count;
}

async function aSoldPicture(): Promise<{ creator: TestProfile; mediaId: string; contentId: string }> {
  const creator = await aCreator(t);
  const { id: mediaId } = await sendFile(t, creator, await aPicture({ width: 500, height: 400 }));
  await t.drain();
  const made = await t.client(creator).call('createContent', {
    body: { title: 'Evening light', description: '', mediaType: 'image', mediaId, isPremium: true, price: 10 },
  });
  return { creator, mediaId, contentId: made.body.id };
}

async function aBuyer(contentId: string): Promise<TestProfile> {
  const buyer = await aProfile(t);
  await giveCredits(t, buyer.accountId, 50);
  const { status } = await t.client(buyer).call('unlockContent', { params: { id: contentId }, body: { price: 10 } });
  expect(status).toBe(200);
  return buyer;
}

describe('rights to files', () => {
  it('are answered for all viewers of a moment in one statement, each by their own right', async () => {
    const paid = await aSoldPicture();
    const buyers = await Promise.all([0, 1, 2, 3].map(() => aBuyer(paid.contentId)));
    const stranger = await aProfile(t);
    const count = countQuestions();
    const first = t.context.fileRights.mayView(stranger.accountId, paid.mediaId);
    const open = await Promise.all(
      [...buyers, stranger].map(({ accountId }) => t.context.fileRights.mayView(accountId, paid.mediaId)),
    );
    expect(open).toEqual([true, true, true, true, false]);
    expect(await first).toBe(false);
    // The first question, and all that arrived while it was asked.
    expect(count.rights).toBeLessThanOrEqual(2);
    expect(count.rights).toBeGreaterThan(0);
  });

  it('T47 T50: are asked once for the ranges of a second, and end for them within a second', async () => {
    const paid = await aSoldPicture();
    const buyer = await aBuyer(paid.contentId);
    const { body } = await t.client(buyer).call('getContent', { params: { id: paid.contentId } });
    const url = body.mediaUrl ?? '';
    const range = async (from: number) =>
      (await fetchFile(t, buyer, url, { range: `bytes=${from}-${from + 9}` })).status;
    const count = countQuestions();
    expect(await range(0)).toBe(206);
    for (let each = 1; each <= 20; each += 1) expect(await range(each * 10)).toBe(206);
    expect(count.rights).toBe(1);

    await aBlock(t, { blocker: paid.creator, blocked: buyer });
    t.clock.advance(1_001);
    expect(await range(10)).toBe(404);
    expect(await range(0)).toBe(404);
    expect(await t.context.fileRights.mayView(buyer.accountId, paid.mediaId)).toBe(false);
  });
});
