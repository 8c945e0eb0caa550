import { describe, expect, it } from 'vitest';
import { aCreator, agreeToSpecial, aProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

describe('portraits', () => {
  it('depend on the id alone, are cached for a year and need no session', async () => {
    const creator = await aCreator(t);
    const { body } = await t.client(creator).call('ownProfile');
    const picture = await t.app.inject({ method: 'GET', url: body.portraits.avatar });
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    const cached = await t.app.inject({
      method: 'GET',
      url: body.portraits.avatar,
      headers: { 'if-none-match': String(picture.headers.etag) },
    });
    expect(cached.statusCode).toBe(304);
    for (const address of Object.values(body.portraits))
      expect((await t.app.inject({ method: 'GET', url: address })).statusCode).toBe(200);
  });

  it('show discreet members from behind, at another URL', async () => {
    const own = await aProfile(t);
    await agreeToSpecial(t, own.accountId);
    const fan = t.client(own);
    const before = (await fan.call('ownProfile')).body.portraits.card;
    const after = (await fan.call('updateProfile', { body: { relationshipStatus: 'discreet' } })).body.portraits.card;
    expect(after).toBe(before.replace('.webp', '-b.webp'));
    const [front, back] = await Promise.all([before, after].map((url) => t.app.inject({ method: 'GET', url })));
    expect(front?.rawPayload.equals(back?.rawPayload ?? Buffer.alloc(0))).toBe(false);
  });

  it('exist for unknown ids too, but only in the fixed sizes', async () => {
    const unknownId = '019f0000-0000-7000-8000-000000000000';
    expect((await t.app.inject({ method: 'GET', url: `/img/p/${unknownId}-avatar.webp` })).statusCode).toBe(200);
    for (const file of [
      `${unknownId}-huge.webp`,
      `${unknownId}-constructor.webp`,
      `${unknownId}-avatar.png`,
      '..%2f..%2fetc',
      'x',
    ])
      expect((await t.app.inject({ method: 'GET', url: `/img/p/${file}` })).statusCode).toBe(404);
  });
});
