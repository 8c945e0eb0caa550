import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createIdNumber } from './adults.ts';
import { password } from './forms.ts';
import type { Visitor } from './visitor.ts';

export interface Payer {
  email: string;
  /** `name=value` of the session. */
  cookie: string;
}

export const born = '1994-05-17';

/** A new member with a proof of age by `idNumber`, a fan's profile, and an empty wallet. */
export async function createPayer(url: string, idNumber = createIdNumber(born)): Promise<Payer> {
  const email = `payer-${randomUUID()}@people.test`;
  let cookie = '';
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    const session = response.headers.getSetCookie().find((line) => /session=./.test(line));
    cookie = session?.split(';', 1)[0] ?? cookie;
  };
  await post('/api/auth/register', { email, password, firstName: 'Sipho', lastName: 'Dube', consents: { terms: 1 } });
  await post('/api/profiles', { displayName: `Sipho ${email.slice(6, 10)}`, age: 32, location: 'Durban', bio: '' });
  await post('/api/auth/verify-age', {
    idNumber,
    documentType: 'id_document',
    documentNumber: 'DOC-1',
    dateOfBirth: born,
    isOver18: true,
  });
  return { email, cookie };
}

/** Chooses a test card and pays on the provider's page, which is another site. */
export async function payWith(page: Page, card: string, shop: string): Promise<void> {
  await page.getByText('Choose a test card').waitFor();
  if (new URL(page.url()).origin === shop) throw new Error('the payment page is on our own origin');
  await page.getByText(card, { exact: true }).click();
  await page.getByRole('button', { name: /^Pay / }).click();
}

/** Faults of a page, except its visits to the provider. */
export const faultsOf = ({ faults }: Visitor): string[] =>
  faults.filter((fault) => !/^a request to http:\/\/127\.0\.0\.1:\d+$/.test(fault));
