import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createPayer } from './support/payer.ts';
import { useWorld, visitWorld } from './support/world.ts';

// Each disguise does what it pretends to be, keeps what was written in it, and lets its member back by the secret way.

const world = useWorld();
const code = '4821';
const anyTrace = /vlam|flame|credits|umlilo/i;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const readable = async (page: Page) =>
  `${await page.title()}\n${await page.evaluate(() => document.body.innerText)}\n${await page.locator('body').ariaSnapshot()}`;

interface Tool {
  choice: RegExp;
  title: string;
  /** Uses it as a person would. */
  use(page: Page): Promise<void>;
  /** What a reload still shows. */
  stays?(page: Page): Promise<void>;
}

const tools: Tool[] = [
  {
    choice: /^Calculator/,
    title: 'Calculator',
    async use(page) {
      for (const key of ['1', '5', '0', 'Multiply', '3', 'Equals']) await press(page, key);
      await page.getByText('450', { exact: true }).waitFor();
    },
  },
  {
    choice: /^Weather/,
    title: 'Weather',
    async use(page) {
      await page.getByRole('combobox', { name: 'City' }).selectOption('Durban');
      const days = page.getByRole('list', { name: 'Seven days' });
      expect(await days.getByRole('listitem').count()).toBe(7);
      await days
        .getByText(/^Sun 0[4-7]:\d\d to 1[6-9]:\d\d$/)
        .first()
        .waitFor();
      const warm = async () =>
        Number.parseInt(
          (await page
            .getByText(/^\d+°$/)
            .first()
            .textContent()) ?? '',
          10,
        );
      const celsius = await warm();
      await press(page, 'Fahrenheit and inches');
      expect(Math.abs((await warm()) - (celsius * 1.8 + 32))).toBeLessThanOrEqual(1);
      await press(page, 'The year');
      expect(await page.getByRole('row').count()).toBe(13);
      await press(page, 'My places');
      await press(page, 'Bloemfontein in my places');
      await press(page, 'Bloemfontein');
    },
    async stays(page) {
      expect(await page.getByRole('combobox', { name: 'City' }).inputValue()).toBe('Bloemfontein');
      await press(page, 'My places');
      await page.getByRole('button', { name: 'Bloemfontein in my places', pressed: true }).waitFor();
      await page.getByRole('button', { name: 'Fahrenheit and inches', pressed: true }).waitFor();
    },
  },
  {
    choice: /^Timer/,
    title: 'Timer',
    async use(page) {
      await page.getByLabel('Minutes').fill('2');
      await press(page, 'Start');
      await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/01:5\d/);
      await press(page, 'Stop');
      await press(page, 'Stopwatch');
      await press(page, 'Start');
      await expect.poll(() => page.getByRole('timer').textContent()).not.toMatch(/^0?0:00/);
      await press(page, 'Lap');
      expect(await page.getByRole('list', { name: 'Laps' }).getByRole('listitem').count()).toBe(1);
    },
  },
  {
    choice: /^Notes/,
    title: 'Notes',
    async use(page) {
      await press(page, 'New note');
      await page.getByRole('textbox', { name: 'Title' }).fill('Groceries');
      await page.getByRole('textbox', { name: 'Note' }).fill('- Rooibos');
      // The boxes take the place of the text once it is left.
      await page.getByRole('textbox', { name: 'Note' }).blur();
      await page.getByRole('checkbox', { name: 'Rooibos' }).check();
    },
    stays: (page) => page.getByRole('button', { name: /^Groceries/ }).waitFor(),
  },
  {
    choice: /^Calendar/,
    title: 'Calendar',
    async use(page) {
      const month = await page.getByRole('heading', { level: 2 }).textContent();
      await press(page, 'Next month');
      expect(await page.getByRole('heading', { level: 2 }).textContent()).not.toBe(month);
      await press(page, 'Previous month');
      await page.getByRole('textbox', { name: 'New entry' }).fill('Dentist at nine');
      await press(page, 'Add');
    },
    stays: (page) => page.getByText('Dentist at nine').waitFor(),
  },
  {
    choice: /^Music player/,
    title: 'Music player',
    async use(page) {
      await press(page, 'Play');
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.getByRole('slider', { name: 'Volume' }).fill('20');
      await page.getByRole('listitem').nth(1).getByRole('button').click();
      await page.getByRole('listitem').nth(1).getByRole('button', { pressed: true }).waitFor();
      await press(page, 'Pause');
    },
  },
  {
    choice: /^Fitness tracker/,
    title: 'Fitness tracker',
    async use(page) {
      await press(page, 'Run');
      await press(page, 'Start');
      await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/0[1-9]$/);
      await press(page, 'Stop');
    },
    stays: (page) => page.getByRole('listitem').filter({ hasText: 'Run' }).waitFor(),
  },
  {
    choice: /^News reader/,
    title: 'News reader',
    async use(page) {
      await press(page, 'Outdoors');
      await page
        .getByRole('button', { name: /How to find south at night/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'How to find south at night' }).waitFor();
      await press(page, 'Larger text');
      await press(page, 'Save How to find south at night');
      await press(page, 'All guides');
      await press(page, 'My list');
      await page.getByLabel('Headline').fill('The history of the mailships');
      await press(page, 'Add to the list');
      await page.getByText('The history of the mailships').waitFor();
    },
    async stays(page) {
      await press(page, 'Saved');
      expect(await page.getByRole('listitem').count()).toBe(1);
      await page.getByText('How to find south at night').waitFor();
      await press(page, 'My list');
      await page.getByText('The history of the mailships').waitFor();
    },
  },
];

/** Holds an element as a finger would. */
async function hold(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).hover();
  await page.mouse.down();
  await page.waitForTimeout(1_400);
  await page.mouse.up();
}

async function returnBySecret(page: Page, title: string): Promise<void> {
  if (title === 'Calculator') {
    await press(page, 'Clear');
    for (const digit of code) await press(page, digit);
    return hold(page, 'Equals');
  }
  await hold(page, title);
  const prompt = page.getByRole('dialog', { name: 'Passcode' });
  await prompt.getByLabel('Passcode').fill(code);
  await prompt.getByRole('button', { name: 'OK' }).click();
}

it('all eight work as what they pretend to be, keep their own, show nothing of the app, and open by the code', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const member = await createPayer(world.url);
  await visitWorld(world, { cookie: member.cookie, width: 390, height: 844 }, async ({ page }) => {
    await page.goto('/disguise');
    await page.getByRole('switch', { name: 'App Disguise' }).click();
    await page.getByRole('tab', { name: 'Advanced' }).click();
    await page
      .getByText('Code to return', { exact: true })
      .locator('xpath=../..')
      .getByRole('button', { name: 'Set' })
      .click();
    const sheet = page.getByRole('dialog', { name: 'Code to return' });
    await sheet.getByLabel('New code', { exact: true }).fill(code);
    await sheet.getByLabel('The same again', { exact: true }).fill(code);
    await sheet.getByRole('button', { name: 'Set code' }).click();
    await sheet.waitFor({ state: 'detached' });
    for (const { choice, title, use, stays } of tools) {
      await page.getByRole('tab', { name: 'App Disguise' }).click();
      await page.getByRole('radio', { name: choice }).check({ force: true });
      await page.getByRole('button', { name: 'Activate' }).click();
      await page.locator('[data-slot=tool]').waitFor();
      expect(await page.title()).toBe(title);
      await use(page);
      expect(await readable(page)).not.toMatch(anyTrace);
      await page.reload();
      await page.locator('[data-slot=tool]').waitFor();
      await stays?.(page);
      expect(await readable(page)).not.toMatch(anyTrace);
      await returnBySecret(page, title);
      await page.getByRole('tab', { name: 'App Disguise' }).waitFor();
    }
  });
});
