import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { fill, password } from './support/forms.ts';
import { createPayer } from './support/payer.ts';
import { signIn } from './support/people.ts';
import { proveWithPassword } from './support/proof.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();

/** The newest link with a token mailed to the address. */
async function linkTo(email: string, parameter = 'address'): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${world.url}/api/demo/outbox`)).json()) as { to: string; text: string }[];
      const link = mails.map(({ to, text }) =>
        to === email ? new RegExp(`/\\S+${parameter}=[\\w.-]{43,}`).exec(text)?.[0] : undefined,
      );
      found = new URL(link.find((each) => each !== undefined) ?? '/', world.url).href;
      return found;
    })
    .toContain(`${parameter}=`);
  const { pathname, search } = new URL(found.replace(/^.*?:\/\/[^/]+/, world.url));
  return pathname + search;
}

it('T15: the address is changed by a mailed link and taken back from the old mailbox; the password is changed', async () => {
  const member = await createPayer(world.url);
  const email = `moved-${randomUUID()}@people.test`;
  await visitWorld(world, { cookie: member.cookie, width: 390, height: 844 }, async ({ page }) => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Change your address' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Change your address' });
    await sheet.getByLabel('New address', { exact: true }).fill(email);
    await sheet.getByLabel('Your password', { exact: true }).fill('not-my-password');
    await page.keyboard.press('Enter');
    await sheet.getByText('This is not your password').waitFor();
    await sheet.getByLabel('Your password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(`Open the link that we sent to ${email}`).waitFor();

    await page.goto(await linkTo(email));
    await page.getByText(`You sign in with ${email} from now on.`).waitFor();
    await page.getByRole('listitem').filter({ hasText: email }).getByText('Confirmed').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: email }).waitFor();

    await page.getByRole('button', { name: 'Change your password' }).click();
    const change = page.getByRole('dialog', { name: 'Change your password' });
    await change.getByLabel('Your password', { exact: true }).fill(password);
    await change.getByLabel('New password', { exact: true }).fill('lanterns-on-the-quay');
    await change.getByLabel('Confirm password', { exact: true }).fill('lanterns-on-the-quay');
    await page.keyboard.press('Enter');
    await page.getByText('Every other device was signed out.').first().waitFor();
    await page.getByText(/^Changed \d+ \w+ \d{4}$/).waitFor();

    await page.goto(await linkTo(member.email));
    await page.getByRole('heading', { name: 'Take your address back' }).waitFor();
    await fill(page, 'New password', 'a-boat-called-patience');
    await fill(page, 'Confirm password', 'a-boat-called-patience');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
    await fill(page, 'Email', member.email);
    await fill(page, 'Password', 'a-boat-called-patience');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.goto('/account');
    await page.getByRole('listitem').filter({ hasText: member.email }).getByText('Confirmed').waitFor();
  });
});

it('T15: all other sessions end at once, and the mail about a new device is turned off, both with a proof', {
  tags: ['long'],
}, async () => {
  const member = await createPayer(world.url);
  const others = [await signIn(world.url, member.email, password), await signIn(world.url, member.email, password)];
  const isIn = async (cookie: string) =>
    (await fetch(`${world.url}/api/auth/user`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status;
  await visitWorld(world, { cookie: member.cookie, width: 390, height: 844 }, async ({ page }) => {
    await page.goto('/account');
    const alert = page.getByRole('switch', { name: 'Tell me about a new device' });
    await expect.poll(() => alert.getAttribute('aria-checked')).toBe('true');
    expect(await Promise.all(others.map(isIn))).toEqual([200, 200]);
    await page.getByRole('button', { name: 'End all others' }).click();
    await proveWithPassword(page, password);
    await page.getByText('2 sessions ended').first().waitFor();
    await page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' });
    expect(await Promise.all(others.map(isIn))).toEqual([401, 401]);
    expect(await page.locator('#sessions li').count()).toBe(1);

    await alert.click();
    await expect.poll(() => alert.getAttribute('aria-checked')).toBe('false');
    // It shows the wish at once, and is enabled again when the server has it.
    await expect.poll(() => alert.isEnabled()).toBe(true);
    await page.reload();
    await expect.poll(() => alert.getAttribute('aria-checked')).toBe('false');
  });
});

it('the link of the mail at sign-up confirms the address before the proof of age, and leads on to that', async () => {
  const email = `joined-${randomUUID()}@people.test`;
  const answer = await fetch(`${world.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password, firstName: 'Naledi', lastName: 'Khoza' }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .find((line) => /session=./.test(line))
    ?.split(';', 1)[0];
  const link = await linkTo(email, 'confirm');
  await visitWorld(world, { cookie, width: 390, height: 844 }, async ({ page }) => {
    await page.goto(link);
    await page.getByText('Address confirmed').waitFor();
    await page.waitForURL(({ pathname, search }) => pathname === '/' && search === '');
    const [account] = await world.rows<{ confirmed: boolean }>(
      'select email_verified_at is not null as confirmed from accounts where email = $1',
      [email],
    );
    expect(account?.confirmed).toBe(true);
    await page.goto(link.replace(/.{8}$/, 'AAAAAAAA'));
    // Opened again, whatever it holds, it changes nothing of a confirmed address.
    await page.waitForURL(({ pathname, search }) => pathname === '/' && search === '');
  });
});

it('a suspended member sees the reason and the appeal at sign-in, and asks for their data with the password', async () => {
  const { email } = await createPayer(world.url);
  await world.rows(
    "update accounts set suspended_at = now(), suspended_reason = 'Threats in two chats' where email = $1",
    [email],
  );
  await visitWorld(world, { width: 390, height: 844 }, async ({ page }) => {
    await page.goto('/login');
    await fill(page, 'Email', email);
    await fill(page, 'Password', password);
    await page.keyboard.press('Enter');
    await page.getByText('Threats in two chats', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Appeal here' }).waitFor();
    await page.getByRole('link', { name: 'Ask the information desk something else' }).click();
    const isSuspended = page.getByRole('switch', { name: 'My account is suspended' });
    await expect.poll(() => isSuspended.getAttribute('aria-checked')).toBe('true');
    await page.getByRole('radio', { name: 'Have something deleted' }).check({ force: true });
    await page.getByLabel('In your words').fill('Everything that you still hold about me.');
    await page.getByLabel('Your email address').fill(email);
    await page.getByLabel('Password of the account').fill(password);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('We sent you a mail.').waitFor();
    const cases = () =>
      world.rows(
        'select c.kind from information_requests c join accounts a on a.id = c.account_id where a.email = $1',
        [email],
      );
    await expect.poll(cases).toEqual([{ kind: 'deletion' }]);
  });
});

it('T86 T87: a suspended member reads the reason once, saves a copy of their data and deletes the account', {
  tags: ['long'],
}, async () => {
  const { email } = await createPayer(world.url);
  await world.rows(
    "update accounts set suspended_at = now(), suspended_reason = 'Threats in two chats' where email = $1",
    [email],
  );
  await visitWorld(world, { width: 390, height: 844 }, async ({ page }) => {
    await page.goto('/login');
    await fill(page, 'Email', email);
    await fill(page, 'Password', password);
    await page.keyboard.press('Enter');
    await page.getByText('Threats in two chats').first().waitFor();
    expect(await page.getByText('Threats in two chats').count()).toBe(1);
    await page.getByRole('button', { name: 'Save a copy of your data, or delete your account' }).click();
    await page.getByRole('button', { name: 'Prepare a copy' }).click();
    const save = page.getByRole('button', { name: /Save your copy/ });
    await save.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(file.suggestedFilename()).toBe('my-data.zip');

    await page.getByRole('button', { name: 'Delete my account' }).click();
    const sheet = page.getByRole('dialog', { name: 'Delete your account?' });
    await sheet.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Your account will be erased').waitFor();
    const [left] = await world.rows('select leaving_at is not null as left from accounts where email = $1', [email]);
    expect(left).toEqual({ left: true });

    // Without a fresh proof the page opens nothing.
    await page.goto('/my-data?suspended=1');
    await page.waitForURL(({ pathname }) => pathname === '/login');
  });
});

it('T12: an account without a proof of age reaches its own address, password and consents, and nothing else', async () => {
  await visitWorld(world, { cookie: inject('demoSessions').unverified, width: 390, height: 844 }, async ({ page }) => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Change your address' }).click();
    await page
      .getByRole('dialog', { name: 'Change your address' })
      .getByLabel('New address', { exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^What you agreed to/ }).click();
    await page
      .getByRole('dialog', { name: 'What you agreed to' })
      .getByText('You have not agreed to this.')
      .first()
      .waitFor();
    await page.goto('/privacy');
    await page.getByRole('heading', { name: 'Adults only past this point.' }).waitFor();
    await page.goto(`/reset-password?address=${'A'.repeat(43)}`);
    await page.getByRole('heading', { name: 'Take your address back' }).waitFor();
  });
});

it('a person is muted from their page, listed on the privacy screen, unmuted, and muted again by Undo', async () => {
  const member = await createPayer(world.url);
  const [person] = await world.rows<{ id: string; display_name: string }>(
    `select profiles.id, display_name from profiles join accounts on accounts.id = profiles.account_id
      where category is null and hidden_at is null and accounts.suspended_at is null and is_demo and not incognito
      order by profiles.id limit 1`,
  );
  if (!person) throw new Error('the demo has no fan');
  const { display_name: name } = person;
  await visitWorld(world, { cookie: member.cookie, width: 390, height: 844 }, async ({ page }) => {
    await page.goto(`/profile/${person.id}`);
    await page
      .getByRole('button', { name: `More about ${name}` })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Mute ${name}`, exact: true })
      .click();
    await page.getByText(`Nothing that ${name} does notifies you. They are not told.`).first().waitFor();

    await page.goto('/privacy');
    await page.getByRole('button', { name: 'Muted people' }).click();
    const sheet = page.getByRole('dialog', { name: 'Muted people' });
    await sheet.getByRole('button', { name: `Unmute ${name}` }).press('Enter');
    await sheet.getByText('You have not muted anyone.').waitFor();
    // A phone that is turned, or its keyboard, changes the window while the toast is shown.
    await page.setViewportSize({ width: 390, height: 600 });
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await sheet.getByRole('button', { name: `Unmute ${name}` }).waitFor();
  });
});

it('POPIA s27: fields about a sex life wait for their own yes, and go when that is taken back', async () => {
  const member = await createPayer(world.url);
  const kept = () =>
    world.rows(
      `select relationship_status, cardinality(looking_for) as sought from profiles
        join accounts on accounts.id = profiles.account_id where email = $1`,
      [member.email],
    );
  await visitWorld(world, { cookie: member.cookie, width: 390, height: 844 }, async ({ page }) => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit profile' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(/^I agree that Vlam keeps what I say/).waitFor();
    expect(await sheet.getByLabel('Relationship status').count()).toBe(0);
    await sheet.getByRole('button', { name: 'I agree' }).press('Enter');
    await sheet.getByLabel('Relationship status').selectOption('open');
    await sheet.getByRole('button', { name: 'Friendship' }).click();
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await kept()).toEqual([{ relationship_status: 'open', sought: 1 }]);

    await page.goto('/account');
    await page.getByRole('button', { name: /^What you agreed to/ }).click();
    const agreements = page.getByRole('dialog', { name: 'What you agreed to' });
    // The terms, and this; an orientation was not asked for.
    const given = agreements.getByText(/^Agreed on \d+ \w+ \d{4}, wording 1\.$/);
    await expect.poll(() => given.count()).toBe(2);
    await agreements.getByText('You have not agreed to this.').waitFor();
    await agreements.getByRole('button', { name: 'Take it back' }).press('Enter');
    await agreements.getByText(/^Taken back on/).waitFor();
    expect(await kept()).toEqual([{ relationship_status: null, sought: 0 }]);
  });
});
