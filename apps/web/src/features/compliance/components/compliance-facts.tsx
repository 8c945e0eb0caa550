import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { ComplianceStatus } from '../api.ts';
import { levelLabels, registrationLabels } from '../labels.ts';

/** The three facts: age, registration, level. */
export function ComplianceFacts({ status }: { status: ComplianceStatus }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const day = (at: string) => formatDate(at.length === 10 ? `${at}T12:00:00Z` : at, language);
  const { registration, nextRenewalDate, ageVerifiedAt, lastAuditDate } = status;
  return (
    <dl className="mt-3 lg:grid lg:grid-cols-3 lg:border-line lg:border-b">
      <Fact
        label={<Trans>Age verification</Trans>}
        note={ageVerifiedAt ? day(ageVerifiedAt) : null}
        isGood={status.ageVerified}
      >
        {status.ageVerified ? <Trans>Verified</Trans> : <Trans>Not verified</Trans>}
      </Fact>
      <Fact
        label={<Trans>Film-board registration</Trans>}
        isGood={status.fpbRegistered}
        note={
          status.fpbRegistered && nextRenewalDate ? (
            <Trans>until {day(nextRenewalDate)}</Trans>
          ) : registration?.dueOn ? (
            <Trans>answer by {day(registration.dueOn)}</Trans>
          ) : status.isCreator ? (
            <Trans>needed for X18</Trans>
          ) : (
            <Trans>only for creators</Trans>
          )
        }
      >
        {status.fpbRegistered ? (
          <Trans>Registered</Trans>
        ) : registration ? (
          i18n._(registrationLabels[registration.state])
        ) : status.isCreator ? (
          <Trans>Not registered</Trans>
        ) : (
          <Trans>Not needed</Trans>
        )}
      </Fact>
      <Fact
        label={<Trans>Compliance level</Trans>}
        note={lastAuditDate ? <Trans>last audit {day(lastAuditDate)}</Trans> : <Trans>first audit tonight</Trans>}
      >
        {i18n._(levelLabels[status.complianceLevel])}
      </Fact>
    </dl>
  );
}

function Fact({
  label,
  note,
  isGood = false,
  children,
}: {
  label: ReactNode;
  note: ReactNode;
  isGood?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        'grid grid-cols-[minmax(min-content,1fr)_minmax(0,auto)] items-center gap-x-4 border-line border-t py-4 first:border-t-0',
        'lg:block lg:border-t-0 lg:border-l lg:px-6 lg:first:border-l-0 lg:first:pl-0',
      )}
    >
      <dt className="text-muted text-sm">{label}</dt>
      <dd
        className={clsx(
          'd4 row-span-2 row-start-1 col-start-2 min-w-0 wrap-anywhere text-right lg:mt-1.5 lg:text-left',
          isGood && 'text-online',
        )}
      >
        {children}
      </dd>
      <dd className="text-faint text-meta lg:mt-1">{note}</dd>
    </div>
  );
}
