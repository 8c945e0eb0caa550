import type { Page } from 'playwright-core';

/** Answers of the question tree that give "16 · N". */
const nude = ['No', 'Yes, not in a sexual way', 'No', 'No'];

/** Answers the four rating questions of the form that is open. */
export async function answerRating(page: Page, answers = nude): Promise<void> {
  await page.getByRole('button', { name: /^Rating/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Rating' });
  for (const [index, answer] of answers.entries()) {
    await sheet.getByText(answer, { exact: true }).click();
    await sheet
      .getByRole('button', { name: index === answers.length - 1 ? 'Use this rating' : 'Next question' })
      .click();
  }
  await sheet.waitFor({ state: 'hidden' });
}
