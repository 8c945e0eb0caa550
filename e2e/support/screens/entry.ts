import type { Page } from 'playwright-core';
import { aSharpPicture } from '../../../apps/server/test/fingerprints.ts';
import { fillAccount } from '../forms.ts';
import { button, type Screen } from './screen.ts';

/** Screens before sign-in, and the age gate. */
export const entryScreens: readonly Screen[] = [
  { name: 'landing', shows: 'what a visitor sees first', who: 'visitor', path: () => '/' },
  { name: 'signup', shows: 'the account, step 1', who: 'visitor', path: () => '/signup' },
  { name: 'signup-profile', shows: 'the profile, step 2', who: 'visitor', path: () => '/signup', open: fillFirstStep },
  { name: 'login', shows: 'sign-in', who: 'visitor', path: () => '/login' },
  { name: 'forgot-password', shows: 'asking for a reset link', who: 'visitor', path: () => '/forgot-password' },
  {
    name: 'reset-password',
    shows: 'a reset link that is no longer good',
    who: 'visitor',
    path: () => '/reset-password',
  },
  { name: 'test-login', shows: 'the labelled demo accounts', who: 'visitor', path: () => '/test-login' },
  { name: 'test-profiles', shows: 'the two sample creators', who: 'visitor', path: () => '/test-profiles' },
  { name: 'demo-outbox', shows: 'mail that was not sent', who: 'visitor', path: () => '/demo/outbox' },
  {
    name: 'takedown',
    shows: 'the public desk, with a fingerprint made in the browser',
    who: 'visitor',
    path: () => '/takedown',
    light: true,
    open: async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'picture.webp',
        mimeType: 'image/webp',
        buffer: await aSharpPicture(12),
      });
      await page.getByText('Add another picture').waitFor();
    },
  },
  {
    name: 'takedown-case',
    shows: 'number and PIN of a case, and where it stands',
    who: 'visitor',
    path: () => '/takedown',
    open: async (page) => {
      await page.getByText('Description', { exact: true }).click();
      await page.getByLabel('What it is, and where you saw it').fill('My name is used on a page');
      await button(page, 'Send to the desk').click();
      await page.getByText('PIN, shown once').waitFor();
      await page.getByText('With a person').waitFor();
    },
  },
  { name: 'legal', shows: 'the list of legal pages', who: 'visitor', path: () => '/legal' },
  {
    name: 'legal-terms',
    shows: 'a legal page with missing facts',
    who: 'visitor',
    path: () => '/legal/terms',
    light: true,
  },
  { name: 'legal-company', shows: 'who runs it, as section 43 asks', who: 'visitor', path: () => '/legal/company' },
  {
    name: 'legal-transparency',
    shows: 'a half-yearly report, small counts masked',
    who: 'visitor',
    path: () => '/legal/transparency',
    open: (page) => page.getByText('From receipt to decision').waitFor(),
  },
  {
    name: 'personal-information-visitor',
    shows: 'asking about personal information without an account',
    who: 'visitor',
    path: () => '/compliance/personal-information',
  },
  { name: 'takedown-status', shows: 'a case by number and PIN', who: 'visitor', path: () => '/takedown/status' },
  {
    name: 'welcome',
    shows: "a newcomer's first step: a picture, or not yet",
    who: 'fan',
    path: () => '/welcome',
    light: true,
  },
  { name: 'age-gate', shows: 'the warning before everything else', who: 'unverified', path: () => '/' },
  {
    name: 'age-gate-form',
    shows: 'the proof of age',
    who: 'unverified',
    path: () => '/',
    open: (page) => button(page, 'I am 18+ and wish to verify my age').click(),
  },
];

async function fillFirstStep(page: Page): Promise<void> {
  await fillAccount(page, { email: 'thandi@people.test' });
  await page.getByLabel('Display name').waitFor();
}
