import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createIdNumber } from '../support/adults.ts';
import { describeInFirefox, find, open, press, see, type, useFirefox, visitIn } from '../support/firefox.ts';
import { password } from '../support/forms.ts';
import { born } from '../support/payer.ts';
import { demoPassword } from '../support/people.ts';

const program = useFirefox();

describeInFirefox('joining in Firefox', () => {
  it('lets a visitor sign in from the landing page and sign out to it', async () => {
    await visitIn(program, { width: 1280, height: 800 }, async (page) => {
      await open(page, '/');
      await press(page, 'Sign In', 'link');
      await type(page, 'email', 'fan@vlam.test');
      await type(page, 'password', 'not the password');
      await press(page, 'Sign In');
      await see(page, 'Invalid credentials');
      await type(page, 'password', demoPassword);
      await press(page, 'Sign In');
      await see(page, 'online right now');
      await press(page, 'Your menu');
      await press(page, 'Log out');
      await find(page, 'link', 'Get Started');
      expect((await page.browserContext().cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
    });
  });

  it('takes a new member through sign-up and the proof of age with its date field', async () => {
    await visitIn(program, {}, async (page) => {
      await open(page, '/signup');
      await type(page, 'firstName', 'Thandi');
      await type(page, 'lastName', 'Mahlangu');
      await type(page, 'email', `${randomUUID()}@people.test`);
      await type(page, 'password', password);
      await type(page, 'confirmPassword', password);
      await press(page, 'Continue to Profile Setup');
      await find(page, 'heading', 'Set up your profile');
      await type(page, 'displayName', 'Thandi in the second engine');
      await type(page, 'age', '31');
      await page.select('select[name="location"]', 'Durban');
      await press(page, 'Create Account');
      await find(page, 'heading', 'Adults only past this point.');
      await press(page, 'I am 18+ and wish to verify my age');
      await type(page, 'idNumber', createIdNumber(born));
      await type(page, 'dateOfBirth', born);
      await press(page, 'Verify my age');
      await see(page, 'A face, or a light');
    });
  });
});
