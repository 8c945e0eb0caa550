import type { Page } from 'playwright-core';
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
