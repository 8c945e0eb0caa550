import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { fill, fillAccount } from './support/forms.ts';
import { answerRating } from './support/publishing.ts';
import { scrollTo } from './support/scroll.ts';
import type { Visitor } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

// Double taps create one thing.

const world = useWorld();

const visit = (cookie: string | undefined, work: (visitor: Visitor) => Promise<void>) =>
  visitWorld(world, { cookie, width: 390, height: 844 }, work);

async function countOf(statement: string, value: string): Promise<number> {
  const [row] = await world.rows<{ count: string }>(statement, [value]);
  return Number(row?.count);
}

describe('a double tap', () => {
  it('on "Create Account" makes one account and one profile, and reports no error', async () => {
    await visit(undefined, async ({ page, requests }) => {
      const email = `${randomUUID()}@people.test`;
      await page.goto('/signup');
      await fillAccount(page, { email });
      await fill(page, 'Display name', 'Twice tapped');
      await fill(page, 'Age', '31');
      await page.getByLabel('Location').selectOption('Durban');
      await page.getByRole('button', { name: 'Create Account' }).dblclick();
      await page.getByRole('heading', { name: 'Adults only past this point.' }).waitFor();
      await page.waitForTimeout(300);
      expect(requests.filter((path) => path === '/api/auth/register')).toHaveLength(1);
      expect(await countOf('select count(*) from accounts where email = $1', email)).toBe(1);
      expect(
        await countOf(
          'select count(*) from profiles where account_id = (select id from accounts where email = $1)',
          email,
        ),
      ).toBe(1);
      expect(await page.getByRole('alert').filter({ hasText: 'Registration failed' }).count()).toBe(0);
    });
  });

  it('on "Continue to Profile Setup" leaves the second step untouched', { tags: ['long'] }, async () => {
    await visit(undefined, async ({ page }) => {
      await page.goto('/signup');
      await fillAccount(page, { email: `${randomUUID()}@people.test` }, 'twice');
      await page.getByRole('heading', { name: 'Set up your profile' }).waitFor();
      await page.waitForTimeout(300);
      expect(await page.getByRole('alert').allTextContents()).toEqual([]);
      await page.waitForTimeout(200);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByRole('alert').filter({ hasText: 'Location is required' }).waitFor();
    });
  });

  it('on "Sign In" sends one request', { tags: ['long'] }, async () => {
    await visit(undefined, async ({ page, requests }) => {
      await page.goto('/login');
      await fill(page, 'Email', `${randomUUID()}@people.test`);
      await fill(page, 'Password', 'not the password');
      await page.getByRole('button', { name: 'Sign In' }).dblclick();
      await page.getByText('Invalid credentials').first().waitFor();
      await page.waitForTimeout(300);
      expect(requests.filter((path) => path === '/api/auth/login')).toHaveLength(1);
    });
  });

  it('on "Post" leaves one comment', async () => {
    await visit(inject('demoSessions').fan, async ({ page }) => {
      const comment = `Said once ${randomUUID()}`;
      await page.goto('/');
      await scrollTo(page, 'From creators');
      // Not a locked item: its comments open after purchase.
      const open = page.getByRole('button', { name: /comment/i, disabled: false });
      const card = page.getByRole('article').filter({ has: open }).first();
      await card.getByRole('button', { name: /comment/i }).click();
      await card.getByLabel('Your comment').fill(comment);
      await card.getByRole('button', { name: 'Post' }).dblclick();
      await card.getByText(comment).first().waitFor();
      await page.waitForTimeout(300);
      expect(await countOf('select count(*) from comments where comment = $1', comment)).toBe(1);
      expect(await card.getByText(comment).count()).toBe(1);
    });
  });

  it('on "Publish" makes one item', { tags: ['long'] }, async () => {
    await visit(inject('demoSessions').creator, async ({ page, requests }) => {
      const title = `Once ${randomUUID()}`;
      await page.goto('/create');
      await page.locator('input[type=file]').setInputFiles('apps/web/public/icons/icon-512.png');
      await fill(page, 'Title', title);
      await answerRating(page);
      await page.getByRole('button', { name: 'Publish', exact: true }).dblclick();
      await page.waitForURL('**/profile/**');
      await page.waitForTimeout(300);
      expect(requests.filter((path) => path === '/api/content')).toHaveLength(1);
      expect(await countOf('select count(*) from content_items where title = $1', title)).toBe(1);
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(title);
    });
  });
});
