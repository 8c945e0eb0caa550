import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type DemoPlaces, findPlaces } from './support/places.ts';
import { openVisitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
let places: DemoPlaces;
beforeAll(async () => {
  places = await findPlaces(inject('demoDatabaseUrl'));
});

/** Strings that break out of text, attributes, URLs, templates and scripts where escaping is missing. */
const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  `' onmouseover='alert(1)' x='`,
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  'javascript:alert(1)//',
  '{{constructor.constructor("alert(1)")()}}',
  '</title><script>alert(1)</script>',
  '<a href="javascript:alert(1)">press</a>',
  '<style>@import "//evil.test/x.css"</style>',
  '<math><mtext><img src=//evil.test/x onerror=alert(1)>',
  '\u202Egnp.exe<b>',
];

describe("T59: members' text is rendered as text everywhere", () => {
  it('in display name, bio, title and description', async () => {
    const tag = randomBytes(3).toString('hex');
    const [creator] = await world.rows<{ id: string; account_id: string; display_name: string; bio: string }>(
      `select id, account_id, display_name, bio from profiles where id = $1`,
      [places.creatorId],
    );
    const [item] = await world.rows<{ id: string; title: string; description: string }>(
      `select id, title, description from content_items where profile_id = $1 and state = 'published' order by published_at desc limit 1`,
      [places.creatorId],
    );
    if (!creator || !item) throw new Error('the demo world lacks its first creator');
    const visitor = await openVisitor(world.browser, { url: world.url, cookie: inject('demoSessions').fan });
    const { page } = visitor;
    try {
      // Long fields take several strings; short ones take turns.
      for (let turn = 0; turn < attacks.length; turn += 3) {
        const three = attacks.slice(turn, turn + 3).map((attack) => `${tag} ${attack}`);
        const [name = '', title = ''] = [three[0]?.slice(0, 40).trim(), three[1]?.slice(0, 100).trim()];
        const long = three.join(' ');
        await world.rows('update profiles set display_name = $2, bio = $3 where id = $1', [creator.id, name, long]);
        await world.rows('update content_items set title = $2, description = $3 where id = $1', [item.id, title, long]);
        await page.goto(`/profile/${creator.id}`);
        await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor();
        await page.getByText(long, { exact: true }).first().waitFor();
        await page.locator(`[data-content-id="${item.id}"]`).click();
        const sheet = page.getByRole('dialog');
        await sheet.getByRole('heading', { name: title, exact: true }).waitFor();
        await sheet.getByText(long, { exact: true }).waitFor();
      }
      await page.goto(`/creator/${creator.id}`);
      await page.getByRole('tab', { name: 'About' }).click();
      await page.getByRole('tabpanel', { name: 'About' }).getByRole('paragraph').first().waitFor();
      expect(visitor.faults).toEqual([]);
      expect(await page.evaluate(() => document.querySelectorAll('main script, main iframe, main style').length)).toBe(
        0,
      );
    } finally {
      await visitor.close();
      await world.rows('update profiles set display_name = $2, bio = $3 where id = $1', [
        creator.id,
        creator.display_name,
        creator.bio,
      ]);
      await world.rows('update content_items set title = $2, description = $3 where id = $1', [
        item.id,
        item.title,
        item.description,
      ]);
    }
  });
});
