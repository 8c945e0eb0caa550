import type { Locator, Page } from 'playwright-core';
import { demoPassword } from './people.ts';

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

/** Proves with the password who is there, where the server asks for it. */
export async function proveWithPassword(page: Page, password = demoPassword): Promise<void> {
  const sheet = sheetOf(page);
  await sheet.getByLabel('Password', { exact: true }).fill(password);
  await sheet.getByRole('button', { name: 'Confirm', exact: true }).press('Enter');
  await sheet.waitFor({ state: 'detached' });
}

/** Waits for `done`, and proves who is there if the server asks for it first: an earlier proof may still be fresh. */
export async function proveIfAsked(page: Page, done: Locator): Promise<void> {
  await done.or(sheetOf(page)).first().waitFor();
  if (await sheetOf(page).isVisible()) await proveWithPassword(page);
  await done.waitFor();
}
