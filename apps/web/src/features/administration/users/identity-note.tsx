import { useLingui } from '@lingui/react/macro';
import type { AdminMember } from '@vlam/contract/administration-member';

/** The identity level, and what is missing for the next ones. */
export function IdentityNote({ identity }: Pick<AdminMember, 'identity'>) {
  const { t } = useLingui();
  const { level, ageProven, documentSeen, selfieMatched, agreement } = identity;
  const isSigned = agreement.state === 'current' || agreement.state === 'renew';
  const missing = [
    ageProven ? null : t`age`,
    documentSeen ? null : t`document`,
    selfieMatched ? null : t`selfie`,
    isSigned ? null : t`agreement`,
  ].filter((each) => each !== null);
  if (missing.length === 0) return t`identity level ${level}`;
  const list = missing.join(', ');
  return t`identity level ${level}, missing: ${list}`;
}
