import type { Page } from 'playwright-core';

/** Password of every account of these stories. */
export const password = 'quiet-river-71-stones';

/** Types into the field with this label. */
export const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
/** Presses the first button of that name. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Waits until each message is shown as an alert. */
export async function expectAlerts(page: Page, ...messages: string[]) {
  for (const message of messages) await page.getByRole('alert').filter({ hasText: message }).first().waitFor();
}

/** Completes step 1 of sign-up; with a double tap when `taps` is 2. */
export async function fillAccount(page: Page, who: { email: string }, taps: 'once' | 'twice' = 'once') {
  await fill(page, 'First name', 'Thandi');
  await fill(page, 'Last name', 'Mahlangu');
  await fill(page, 'Email', who.email);
  await fill(page, 'Password', password);
  await fill(page, 'Confirm password', password);
  await page.getByRole('button', { name: 'Continue to Profile Setup' }).click({ clickCount: taps === 'once' ? 1 : 2 });
}

/** Submits the proof of age. */
export async function fillAge(page: Page, idNumber: string, born: string) {
  await fill(page, 'SA ID number', idNumber);
  await fill(page, 'Document number', 'DOC-1');
  await fill(page, 'Date of birth', born);
  await press(page, 'Verify my age');
}
