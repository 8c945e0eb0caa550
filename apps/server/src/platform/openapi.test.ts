import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { operations } from '@vlam/contract';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../test/app.ts';
import { useTestApp } from '../../test/use-app.ts';
import type { OpenApiDocument } from './openapi.ts';

const t = useTestApp();

describe('the description of the operations', () => {
  it('is OpenAPI 3.1 of every operation in the contract and of nothing else', async () => {
    const document = (await t.client().request('GET', '/api/openapi.json')).body as OpenApiDocument;
    expect(document.openapi).toBe('3.1.0');
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(described.map((one) => one.operationId).sort()).toEqual(Object.keys(operations).sort());
    const unlock = document.paths['/api/content/{id}/unlock']?.post;
    expect(unlock?.parameters.map((parameter) => parameter.name)).toEqual(['id', 'Idempotency-Key']);
    expect(Object.keys(unlock?.responses ?? {}).sort()).toEqual(['200', '401', '402', '403', '404', '409', '422']);
    const publish = document.paths['/api/content']?.post?.requestBody?.content['application/json'].schema;
    expect(publish).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: expect.arrayContaining(['title']),
    });
  });

  it('has a reader without scripts and external resources', async () => {
    const page = await t.client().request('GET', '/api/docs');
    const policy = String(page.headers['content-security-policy']);
    const [, style = ''] = /<style>([^<]*)</.exec(page.text) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(page.text).not.toMatch(/<script|<link|https?:\/\//);
    for (const name of Object.keys(operations)) expect(page.text).toContain(`id="${name}"`);
  });

  it.each(['/api/docs', '/api/openapi.json'])(
    'T99: %s is packed, and not sent again to those who have it',
    async (path) => {
      const get = (headers: Record<string, string>) => t.app.inject({ method: 'GET', url: path, headers });
      const plain = await get({});
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const packed = await get({ 'accept-encoding': `${encoding}, deflate` });
        expect(packed.headers['content-encoding']).toBe(encoding);
        expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
        expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
      }
      expect((await get({ 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
      const again = await get({ 'if-none-match': String(plain.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  it('T99: an address reads it twenty times, then waits; others do not wait', async () => {
    const limited = await startTestApp({ rateLimitScale: 1 });
    const read = async (remoteAddress: string) =>
      (await limited.app.inject({ method: 'GET', url: '/api/docs', remoteAddress })).statusCode;
    for (let index = 0; index < 20; index += 1) expect(await read('198.51.100.7')).toBe(200);
    expect(await read('198.51.100.7')).toBe(429);
    expect(await read('203.0.113.9')).toBe(200);
    await limited.close();
  });
});
