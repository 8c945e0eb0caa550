import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { demoPassword, signIn } from './support/people.ts';
import { useWorld } from './support/world.ts';

// What another site in a member's browser can do and learn.

const world = useWorld();
let server: Server;
let otherSite: string;
let body = '';

beforeAll(async () => {
  server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body));
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  // `localhost` is a different site from 127.0.0.1, like evil.example.
  otherSite = `http://localhost:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

/** A browser with this session, on the other site's page. */
async function lured(cookie: string | undefined, page: string) {
  const context = await world.browser.newContext();
  context.setDefaultTimeout(30_000);
  if (cookie) {
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
  }
  body = page;
  const tab = await context.newPage();
  await tab.goto(otherSite);
  return { context, tab };
}

const isSignedIn = async (cookie: string) => {
  const answer = await fetch(`${world.url}/api/auth/user`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  return answer.status === 200;
};

describe('another site', () => {
  it('T06, T07: cannot sign a member out or act for them by form, link, frame or script', async () => {
    const cookie = await signIn(world.url, 'fan@vlam.test', demoPassword);
    const [before] = await world.rows<{ rows: string }>('select count(*)::text as rows from likes');
    const [item] = await world.rows<{ id: string }>(`select id from content_items where not is_premium limit 1`);
    const { context, tab } = await lured(
      cookie,
      `<form id=out method=post action="${world.url}/api/logout"></form>
       <form id=like method=post enctype="text/plain" action="${world.url}/api/content/${item?.id}/like"></form>
       <iframe src="${world.url}/api/logout"></iframe><img src="${world.url}/api/logout">`,
    );
    try {
      await tab.evaluate(
        async ([url, id]) => {
          const send = (path: string, init: RequestInit) =>
            fetch(`${url}${path}`, { credentials: 'include', mode: 'no-cors', ...init }).catch(() => undefined);
          await send('/api/auth/logout', { method: 'POST' });
          await send('/api/logout', { method: 'POST', body: new URLSearchParams({ a: '1' }) });
          await send(`/api/content/${id}/like`, { method: 'POST', body: '{}' });
          await send('/api/credits/daily-bonus', { method: 'POST' });
        },
        [world.url, item?.id],
      );
      for (const form of ['out', 'like']) {
        const trap = await context.newPage();
        await trap.goto(otherSite);
        const sent = trap.waitForResponse((response) => response.request().method() === 'POST');
        await trap.evaluate((id) => (document.getElementById(id) as HTMLFormElement).submit(), form);
        expect((await sent).status(), form).toBeGreaterThanOrEqual(400);
      }
      expect(await isSignedIn(cookie)).toBe(true);
      expect((await world.rows<{ rows: string }>('select count(*)::text as rows from likes'))[0]).toEqual(before);
    } finally {
      await context.close();
    }
  });

  it('T60: cannot tell members from visitors by load results, response types or sizes', async () => {
    const [item] = await world.rows<{ id: string; profile_id: string }>(
      `select id, profile_id from content_items where not is_premium limit 1`,
    );
    const paths = [
      '/api/auth/user',
      '/api/credits/balance',
      '/api/content/feed',
      `/api/content/preview/${item?.id}`,
      `/api/profiles/${item?.profile_id}`,
    ];
    const seen: unknown[] = [];
    for (const cookie of [inject('demoSessions').fan, undefined]) {
      const { context, tab } = await lured(cookie, '<title>quiz</title>');
      try {
        seen.push(
          await tab.evaluate(
            async ([url, ...asked]) => {
              const outcome = (element: HTMLImageElement | HTMLScriptElement, address: string) =>
                new Promise<string>((done) => {
                  element.onload = () => done('load');
                  element.onerror = () => done('error');
                  element.src = address;
                  document.head.append(element);
                });
              const found: unknown[] = [];
              for (const path of asked) {
                const address = `${url}${path}`;
                const read = await fetch(address, { credentials: 'include' }).then(
                  () => 'read',
                  () => 'refused',
                );
                const blind = await fetch(address, { credentials: 'include', mode: 'no-cors' }).then(
                  ({ type }) => type,
                  () => 'refused',
                );
                const picture = await outcome(new Image(), address);
                found.push([path, read, blind, picture, await outcome(document.createElement('script'), address)]);
              }
              return found;
            },
            [world.url, ...paths],
          ),
        );
      } finally {
        await context.close();
      }
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(JSON.stringify(seen)).not.toContain('"read"');
  });
});
