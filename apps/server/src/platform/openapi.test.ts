import { operations } from '@vlam/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import type { OpenApiDocument } from './openapi.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('the description of the calls', () => {
  it('is OpenAPI 3.1 of every operation in the contract and of nothing else', async () => {
    const document = (await t.client().request('GET', '/api/openapi.json')).body as OpenApiDocument;
    expect(document.openapi).toBe('3.1.0');
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(described.map((one) => one.operationId).sort()).toEqual(Object.keys(operations).sort());
    const unlock = document.paths['/api/content/{id}/unlock']?.post;
    expect(unlock?.parameters.map((parameter) => parameter.name)).toEqual(['id', 'Idempotency-Key']);
    expect(Object.keys(unlock?.responses ?? {}).sort()).toEqual(['200', '401', '402', '403', '404', '409']);
    const publish = document.paths['/api/content']?.post?.requestBody?.content['application/json'].schema;
    expect(publish).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: expect.arrayContaining(['title']),
    });
  });

  it('has a reader that runs nothing and loads nothing', async () => {
    const page = await t.client().request('GET', '/api/docs');
    const policy = String(page.headers['content-security-policy']);
    const [, nonce] = /style-src 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(page.text).toContain(`<style nonce="${nonce}">`);
    expect(page.text).not.toMatch(/<script|<link|https?:\/\//);
    for (const name of Object.keys(operations)) expect(page.text).toContain(`id="${name}"`);
    const again = await t.client().request('GET', '/api/docs');
    expect(again.text).not.toContain(String(nonce));
  });
});
