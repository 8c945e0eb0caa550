import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import type { ComplianceStatus } from '../api.ts';

/** The legal notice and the contact: facts that the operator has given. */
export function LegalSupport({ status }: { status: ComplianceStatus }) {
  const language = useStore(languageStore);
  const { complianceOfficer, contacts, nextRenewalDate } = status;
  const missing = (
    <span className="font-medium text-faint">
      <Trans>not given yet</Trans>
    </span>
  );
  return (
    <div>
      <h2 className="d4">
        <Trans>Legal notice</Trans>
      </h2>
      <p className="mt-2 text-muted text-sm">
        <Trans>
          Every account is 18 or older. Distribution of classified films follows the Films and Publications Act 65 of
          1996; personal information follows POPIA. This page is not legal advice.
        </Trans>
      </p>
      <h2 className="d4 mt-8">
        <Trans>Legal support</Trans>
      </h2>
      <dl className="mt-1">
        <Row label={<Trans>Compliance officer</Trans>}>{complianceOfficer ?? missing}</Row>
        <Row label={<Trans>Email</Trans>}>
          {contacts.email ? (
            <a href={`mailto:${contacts.email}`} className="inline-flex min-h-11 items-center hover:underline">
              {contacts.email}
            </a>
          ) : (
            missing
          )}
        </Row>
        <Row label={<Trans>Telephone</Trans>}>
          {contacts.phone ? (
            <a
              href={`tel:${contacts.phone.replace(/[^\d+]/g, '')}`}
              className="inline-flex min-h-11 items-center hover:underline"
            >
              {contacts.phone}
            </a>
          ) : (
            missing
          )}
        </Row>
        {nextRenewalDate ? (
          <Row label={<Trans>Next renewal</Trans>}>{formatDate(`${nextRenewalDate}T12:00:00Z`, language)}</Row>
        ) : null}
      </dl>
      <Link
        to="/legal/:page"
        params={{ page: 'company' }}
        className="mt-2 inline-flex min-h-11 items-center text-muted text-sm underline hover:text-ink"
      >
        <Trans>Who runs this</Trans>
      </Link>
    </div>
  );
}

const Row = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex min-h-11 items-center justify-between gap-5 border-line border-t first:border-t-0">
    <dt className="shrink-0 text-muted text-sm">{label}</dt>
    <dd className="min-w-0 wrap-anywhere text-right font-semibold text-sm">{children}</dd>
  </div>
);
