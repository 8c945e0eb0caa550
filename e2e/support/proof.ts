import type { Page } from 'playwright-core';
import { demoPassword } from './people.ts';

/** Proves with the password who is there, where the server asks for it. */
export async function proveWithPassword(page: Page, password = demoPassword): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await sheet.getByLabel('Password', { exact: true }).fill(password);
  await sheet.getByRole('button', { name: 'Confirm', exact: true }).press('Enter');
  await sheet.waitFor({ state: 'detached' });
}
