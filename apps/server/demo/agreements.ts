import { agreementWording } from '@vlam/contract/profiles-identity';
import type { Context } from '../src/context.ts';
import type { SamplePerson } from './people.ts';

/** Creators who signed the agreement; the one who can sign in still has it before them. */
const signed = 6;

export async function insertAgreements(
  context: Pick<Context, 'profiles'>,
  people: readonly SamplePerson[],
): Promise<void> {
  const creators = people.filter(({ creator, canSignIn }) => creator && !canSignIn).slice(0, signed);
  for (const { accountId, firstName, lastName } of creators)
    await context.profiles.signAgreement(
      { accountId },
      { name: `${firstName} ${lastName}`, agreed: true, wording: agreementWording.number },
    );
}
