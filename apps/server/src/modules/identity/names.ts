import { readPersonName, requirePersonName } from '../../platform/names/person-name.ts';

interface Names {
  firstName: string;
  lastName: string;
}

/** First and last name as stored. Mollo and Mulilo are surnames too, and members see no surnames. */
export const requireNames = ({ firstName, lastName }: Names): Names => ({
  firstName: requirePersonName('firstName', firstName),
  lastName: requirePersonName('lastName', lastName, { mayBeProduct: true }),
});

/** A name claimed by another service, or `otherwise` when it is missing or not allowed. */
export const claimedName = (claim: unknown, otherwise: string): string =>
  (typeof claim === 'string' && readPersonName(claim.slice(0, 60)).name) || otherwise;
