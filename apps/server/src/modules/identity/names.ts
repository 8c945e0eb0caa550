import { readPersonName, requirePersonName } from '../../platform/names/person-name.ts';

interface Names {
  firstName: string;
  lastName: string;
}

/** First and last name as they are kept. Mollo and Mulilo are surnames too, and no surname is shown to members. */
export const requireNames = ({ firstName, lastName }: Names): Names => ({
  firstName: requirePersonName('firstName', firstName),
  lastName: requirePersonName('lastName', lastName, { mayBeProduct: true }),
});

/** A name that another service claims: `otherwise` when it is none, or may not be shown. */
export const claimedName = (claim: unknown, otherwise: string): string =>
  (typeof claim === 'string' && readPersonName(claim.slice(0, 60)).name) || otherwise;
