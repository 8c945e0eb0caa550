import { expect, it } from 'vitest';
import { aCreator, aProfile, giveCredits, type TestProfile } from '../../test/factories.ts';
import { fetchFile, sendFile } from '../../test/pictures.ts';
import { drawScene } from '../../test/scene.ts';
import { useTestApp } from '../../test/use-app.ts';
import { fromRaw } from '../modules/media/process-image.ts';
import { imageLibrary } from '../platform/imagery/sharp.ts';
import { traceCopy } from './trace-copy.ts';

const t = useTestApp();

async function publishPicture(creator: TestProfile, seed: number): Promise<string> {
  const picture = await fromRaw(drawScene({ width: 720, height: 900, seed }))
    .webp({ quality: 90 })
    .toBuffer();
  const mediaId = (await sendFile(t, creator, picture)).id;
  await t.drain();
  const made = await t.client(creator).call('createContent', {
    body: { title: `Light ${seed}`, description: '', mediaType: 'image', mediaId, isPremium: true, price: 10 },
  });
  return made.body.id;
}

async function buy(buyer: TestProfile, id: string): Promise<Buffer> {
  await giveCredits(t, buyer.accountId, 10);
  const { body } = await t.client(buyer).call('unlockContent', { params: { id }, body: { price: 10 } });
  return (await fetchFile(t, buyer, body.item.mediaUrl ?? '')).bytes;
}

it('names the sale of a cropped and recompressed copy, without being given the picture', async () => {
  const creator = await aCreator(t);
  const [wanted] = [await publishPicture(creator, 11), await publishPicture(creator, 12)];
  const [first, second] = [await aProfile(t), await aProfile(t)];
  await buy(first, wanted);
  const copy = await imageLibrary()(await buy(second, wanted))
    .extract({ left: 40, top: 30, width: 640, height: 830 })
    .jpeg({ quality: 60 })
    .toBuffer();
  const found = await traceCopy({ db: t.db, media: t.context.media }, copy);
  expect(found).toMatchObject({
    accountId: second.accountId,
    sales: [{ kind: 'unlock', buyerId: second.accountId, credits: 10, groupId: expect.any(String) }],
  });
  expect(found?.correlation).toBeGreaterThan(0.5);
});

it('names no one for an unmarked picture or one that is not stored', async () => {
  const [own, other] = [
    drawScene({ width: 720, height: 900, seed: 11 }),
    drawScene({ width: 700, height: 700, seed: 31 }),
  ];
  for (const scene of [own, other])
    expect(
      await traceCopy({ db: t.db, media: t.context.media }, await fromRaw(scene).jpeg({ quality: 80 }).toBuffer()),
    ).toBeNull();
});
