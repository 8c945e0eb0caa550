import { accountConsentWordings } from '@vlam/contract/rules/account-consents';
import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Rendered, render, serve } from '../../../../test/render.tsx';
import { AgeCheck } from './age-check.tsx';

const idNumber = `960314512308${checkDigit('960314512308')}`;
const onVerified = vi.fn();
let screen: Rendered;
afterEach(() => {
  screen.unmount();
  onVerified.mockClear();
});

async function send(answer: Parameters<typeof serve>[0][string]) {
  const calls = serve({ 'POST /api/auth/verify-age': answer });
  screen = await render(<AgeCheck onVerified={onVerified} />);
  await screen.press('I am 18+ and wish to verify my age');
  await screen.fill('idNumber', idNumber);
  await screen.fill('documentType', 'passport');
  await screen.fill('documentNumber', ' A12 ');
  await screen.fill('dateOfBirth', '1996-03-14');
  await screen.submit();
  return calls;
}
const alert = () => screen.container.querySelector('[role=alert]')?.textContent;

describe('age gate', () => {
  it('has no exit button without a handler', async () => {
    screen = await render(<AgeCheck onVerified={onVerified} />);
    expect(screen.container.textContent).not.toContain('Exit Platform');
  });

  it('sends the fields of the specification', async () => {
    const calls = await send(() => ({ status: 200, body: { verified: true } }));
    expect(calls.find(({ call }) => call === 'POST /api/auth/verify-age')?.body).toEqual({
      idNumber,
      documentType: 'passport',
      documentNumber: 'A12',
      dateOfBirth: '1996-03-14',
      isOver18: true,
    });
    expect(onVerified).toHaveBeenCalledOnce();
  });

  it('asks an account without the terms for them, in their wording, and sends what was shown', async () => {
    const calls = serve({
      'GET /api/auth/age-check': () => ({
        status: 200,
        body: { state: 'open', triesLeft: 5, retryAfterSeconds: 0, supportEmail: 'help@vlam.test', needsTerms: true },
      }),
      'POST /api/auth/verify-age': () => ({ status: 200, body: { verified: true } }),
    });
    screen = await render(<AgeCheck onVerified={onVerified} />);
    await screen.press('I am 18+ and wish to verify my age');
    expect(screen.container.textContent).toContain(accountConsentWordings.terms.at(-1));
    expect(screen.container.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked).toBe(false);
    await screen.fill('idNumber', idNumber);
    await screen.submit();
    const sent = calls.find(({ call }) => call === 'POST /api/auth/verify-age')?.body;
    expect(sent).toMatchObject({ consents: { terms: accountConsentWordings.terms.length } });
    expect(JSON.stringify(sent)).not.toContain('special');
  });

  it('POPIA: says where the data are asked for that a member may object, and leads there', async () => {
    serve({});
    screen = await render(<AgeCheck onVerified={onVerified} />);
    await screen.press('I am 18+ and wish to verify my age');
    expect(screen.container.textContent).toContain('object to what is done with it');
    expect(screen.container.querySelector('a[href="/compliance/personal-information"]')).not.toBeNull();
  });

  it('passes a member who was verified in another tab', async () => {
    await send(() => ({ status: 409, body: { code: 'ALREADY_VERIFIED', message: 'Your age is already verified' } }));
    expect(onVerified).toHaveBeenCalledOnce();
  });

  it('fills the date from the ID number and keeps one typed by hand', async () => {
    serve({});
    screen = await render(<AgeCheck onVerified={onVerified} />);
    await screen.press('I am 18+ and wish to verify my age');
    await screen.fill('idNumber', '960314');
    expect(screen.field('dateOfBirth').value).toBe('1996-03-14');
    await screen.fill('idNumber', '960315');
    expect(screen.field('dateOfBirth').value).toBe('1996-03-15');
    await screen.fill('dateOfBirth', '1996-03-01');
    await screen.fill('idNumber', idNumber);
    expect(screen.field('dateOfBirth').value).toBe('1996-03-01');
  });

  it('marks the invalid part and shows the remaining attempts', async () => {
    const message = 'This is not the date of birth in your ID number';
    const details = { triesLeft: 3, fields: { dateOfBirth: message } };
    await send(() => ({
      status: 422,
      body: { code: 'VERIFICATION_FAILED', message: 'Verification failed', details },
    }));
    expect(screen.field('dateOfBirth').getAttribute('aria-invalid')).toBe('true');
    expect(screen.container.textContent).toContain(message);
    expect(screen.container.textContent).toContain('Verification failed. 3 tries left in this hour.');
  });

  it('explains the review by staff', async () => {
    const state = { state: 'review', triesLeft: 5, retryAfterSeconds: 0, supportEmail: 'help@vlam.test' };
    serve({ 'GET /api/auth/age-check': () => ({ status: 200, body: state }) });
    screen = await render(<AgeCheck onVerified={onVerified} />);
    expect(screen.container.textContent).toContain('A person has to look at your document.');
    expect(screen.container.querySelector('a[href="mailto:help@vlam.test"]')).not.toBeNull();
    expect(screen.container.textContent).not.toContain('I am 18+');
  });

  it.each([
    [
      () => ({ status: 422, body: { code: 'UNDER_AGE', message: 'You must be 18 or older' } }),
      'You must be 18 or older',
    ],
    [() => ({ status: 502 }), 'Verification failed'],
    [() => new TypeError('Failed to fetch'), 'Verification failed. Please try again.'],
    [
      () => ({
        status: 429,
        body: {
          code: 'QUOTA_REACHED',
          message: 'You have reached the limit for now',
          details: { retryAfterSeconds: 90 },
        },
      }),
      'You have reached the limit for now. Try again in 2 minutes.',
    ],
  ])('shows why it failed', async (answer, sentence) => {
    await send(answer);
    expect(alert()).toBe(sentence);
    expect(onVerified).not.toHaveBeenCalled();
    expect(screen.field('idNumber').value).toBe('960314 5123 08'.replace('08', `08${idNumber[12]}`));
  });
});
