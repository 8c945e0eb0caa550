import { expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';

it('the test browser renders text in the system font', { tags: ['long'] }, async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<span style="font-family: system-ui, sans-serif">A line of text</span>');
    expect(await page.locator('span').evaluate((span) => span.getBoundingClientRect().width)).toBeGreaterThan(20);
  } finally {
    await browser.close();
  }
});
