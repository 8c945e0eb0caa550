import { expect, it } from 'vitest';
import { startTestApp } from '../../test/app.ts';

const get = async (securityContact: string | null) => {
  const app = await startTestApp({ config: { securityContact }, at: new Date('2026-11-21T10:00:00Z') });
  const answer = await app.client().request('GET', '/.well-known/security.txt');
  await app.close();
  return answer;
};

it('names the configured contact and an end 90 days after the start, as RFC 9116 asks', async () => {
  const { status, text, headers } = await get('mailto:security@vlam.test');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@vlam.test',
    'Expires: 2027-02-19T00:00:00Z',
    'Preferred-Languages: en, af',
    'Canonical: http://vlam.test/.well-known/security.txt',
    '',
  ]);
});

it('is missing without a contact', async () => {
  expect((await get(null)).status).toBe(404);
});
