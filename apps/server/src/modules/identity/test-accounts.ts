import type { testAccounts as labels, Role } from '@vlam/contract/identity';

export interface TestAccount {
  label: (typeof labels)[number];
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
}

/** The labelled accounts of the demo world; they exist nowhere else. */
export const testAccounts: readonly TestAccount[] = [
  { label: 'Regular User', email: 'fan@vlam.test', firstName: 'Vusi', lastName: 'Maseko', role: 'user' },
  { label: 'Content Creator', email: 'creator@vlam.test', firstName: 'Naledi', lastName: 'Mokoena', role: 'creator' },
  { label: 'Administrator', email: 'admin@vlam.test', firstName: 'Ayanda', lastName: 'Cele', role: 'admin' },
];

/** The same for all three, and shown on the test sign-in page of a demo. */
export const testPassword = 'vlam-demo-2026';

export const isTestAccount = (email: string): boolean => testAccounts.some((account) => account.email === email);
