import { afterEach, describe, expect, it } from 'vitest';
import { type Rendered, render, serve } from '../../../../test/render.tsx';
import { SignUpConsents } from '../../../components/sign-up-consents.tsx';
import { toastQueue } from '../../../lib/toast.ts';
import { SignUp } from './sign-up.tsx';

const user = { id: 'a0000000-0000-7000-8000-000000000001', firstName: 'Mbali', lastName: 'Maseko' };
const signedOut = () => ({ status: 401, body: { code: 'UNAUTHORIZED', message: 'Unauthorized' } });

let screen: Rendered;
afterEach(() => {
  screen.unmount();
  toastQueue.set([]);
});

async function fillAccount() {
  for (const [name, value] of Object.entries({
    firstName: 'Mbali',
    lastName: 'Maseko',
    email: 'mbali@people.test',
    password: 'quiet-lamp-9',
    confirmPassword: 'quiet-lamp-9',
  }))
    await screen.fill(name, value);
}

async function fillProfile() {
  await screen.press('fan');
  for (const [name, value] of Object.entries({
    displayName: 'Mbali M',
    bio: 'Slow mornings and long exposures.',
    age: '26',
    location: 'Durban',
    category: 'Music & Adult',
  }))
    await screen.fill(name, value);
}

describe('sign-up', () => {
  it('shows and counts the errors, and focuses the first', async () => {
    serve({ 'GET /api/auth/user': signedOut });
    screen = await render(<SignUp />);
    await screen.fill('firstName', 'Mbali');
    await screen.submit();
    expect(document.activeElement).toBe(screen.field('lastName'));
    expect(screen.container.querySelector('[role=status]')?.textContent).toBe('3 fields need your attention');
    await screen.fill('lastName', 'Maseko');
    expect(screen.field('lastName').getAttribute('aria-invalid')).toBeNull();
  });

  it('POPIA: says where the data are asked for that a member may object, and leads there', async () => {
    serve({});
    screen = await render(<SignUpConsents lead="By going on you say:" special={false} onChange={() => undefined} />);
    expect(screen.container.textContent).toContain('object to what is done with it');
    expect(screen.container.querySelector('a[href="/compliance/personal-information"]')).not.toBeNull();
  });

  it('creates no second account when only the profile failed, and keeps the input', async () => {
    let dropped = false;
    let made = false;
    const calls = serve({
      'GET /api/auth/user': () => (made ? { status: 200, body: { ...user, profileId: 'p' } } : signedOut()),
      'POST /api/auth/register': () => ({ status: 201, body: { user } }),
      'POST /api/profiles': () => {
        if (!dropped) {
          dropped = true;
          return new TypeError('Failed to fetch');
        }
        made = true;
        return { status: 201, body: {} };
      },
    });
    screen = await render(<SignUp />);
    await fillAccount();
    await screen.submit();
    await fillProfile();
    await screen.submit();
    expect(toastQueue.get()).toMatchObject([{ title: 'Registration failed', text: 'Please try again' }]);
    expect(screen.field('bio').value).toBe('Slow mornings and long exposures.');
    expect(screen.container.textContent).toContain('Your account is made');
    await screen.press('Back');
    expect(screen.field('email').value).toBe('mbali@people.test');
    await screen.submit();
    await screen.submit();
    expect(calls.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call)).toEqual([
      'POST /api/auth/register',
      'POST /api/profiles',
      'POST /api/profiles',
    ]);
    expect(calls.findLast(({ call }) => call === 'POST /api/profiles')?.body).toMatchObject({
      userId: user.id,
      age: 26,
      subscriptionPrice: 99.99,
    });
    expect(toastQueue.get()).toMatchObject([{ title: 'Welcome to the platform!' }]);
  });

  it('returns to the step the server refused', async () => {
    const message = 'This password is on the list of common passwords. Please choose another';
    serve({
      'GET /api/auth/user': signedOut,
      'POST /api/auth/register': () => ({
        status: 400,
        body: { code: 'VALIDATION_FAILED', message: 'Please check', details: { fields: { password: message } } },
      }),
    });
    screen = await render(<SignUp />);
    await fillAccount();
    await screen.submit();
    expect(screen.field('displayName').value).toBe('Mbali M');
    for (const [name, value] of Object.entries({ age: '26', location: 'Durban' })) await screen.fill(name, value);
    await screen.submit();
    expect(document.activeElement).toBe(screen.field('password'));
    expect(toastQueue.get()).toMatchObject([{ title: 'Registration failed', text: message }]);
  });
});
