import { Trans } from '@lingui/react/macro';
import type { Relation } from '@vlam/contract/profiles';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';

/** Date of the renewal or end, linked to the subscription's settings. */
export function Renewal({
  subscription,
  className = '',
}: {
  subscription: NonNullable<Relation['subscription']>;
  className?: string;
}) {
  const until = formatDate(subscription.until, useStore(languageStore));
  return (
    <Link
      to="/settings/:part"
      params={{ part: 'payments' }}
      className={`inline-flex min-h-11 items-center font-semibold text-muted text-sm underline-offset-4 hover:underline ${className}`}
    >
      {subscription.renews ? <Trans>Renews {until}</Trans> : <Trans>Open until {until}</Trans>}
    </Link>
  );
}
