import type { User } from './api.ts';

/** How staff call someone: the account's name, else the profile's, else the address. */
export const nameOf = ({
  firstName,
  lastName,
  displayName,
  email,
}: Pick<User, 'firstName' | 'lastName' | 'displayName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || displayName || email;
