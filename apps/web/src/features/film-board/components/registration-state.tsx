import { Trans, useLingui } from '@lingui/react/macro';
import { registrationFields } from '@vlam/contract/rules/film-board';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { type OwnRegistration, type Registration, useDay } from '../api.ts';
import { fieldLabels } from '../labels.ts';
import { Certificate } from './certificate.tsx';

/** Label at the left, value at the right. */
export const FactRow = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-6 border-line border-t py-3 first:border-t-0">
    <dt className="min-w-0 text-muted text-sm">{label}</dt>
    <dd className="min-w-0 max-w-[70%] wrap-anywhere text-right font-semibold">{children}</dd>
  </div>
);

/** An application that waits, or a registration that holds. */
export function RegistrationState({ own, onRenew }: { own: OwnRegistration; onRenew(): void }) {
  const day = useDay();
  const { active, latest } = own;
  const isWaiting = latest?.state === 'pending';
  const shown = active ?? latest;
  if (!shown) return null;
  return (
    <div className="max-w-[680px]">
      {isWaiting && latest.dueOn ? (
        <div className="mb-8">
          <h2 className="d4">
            {active ? <Trans>Your renewal is being reviewed</Trans> : <Trans>Being reviewed</Trans>}
          </h2>
          <p className="mt-1 text-muted">
            <Trans>
              You get an answer by <strong className="text-ink">{day(latest.dueOn)}</strong>. Publish everything else
              meanwhile: only X18 waits.
            </Trans>
          </p>
        </div>
      ) : null}
      {active ? <Holding registration={active} /> : null}
      {own.mayApply && active ? (
        <Button variant="primary" className="mt-6" onClick={onRenew}>
          <Trans>Renew</Trans>
        </Button>
      ) : null}
      <Answers registration={isWaiting ? latest : shown} />
      <Certificate registration={isWaiting ? latest : shown} />
    </div>
  );
}

function Holding({ registration }: { registration: Registration }) {
  const day = useDay();
  return (
    <section>
      <h2 className="d4 flex flex-wrap items-center gap-2">
        <Trans>Registered</Trans>
        {registration.hasExemption ? (
          <Tag tone="online">
            <Trans>X18 exemption</Trans>
          </Tag>
        ) : null}
      </h2>
      <dl className="mt-2">
        <FactRow label={<Trans>Certificate number</Trans>}>{registration.certificateNumber}</FactRow>
        {registration.validFrom ? <FactRow label={<Trans>From</Trans>}>{day(registration.validFrom)}</FactRow> : null}
        {registration.validUntil ? (
          <FactRow label={<Trans>Last day</Trans>}>{day(registration.validUntil)}</FactRow>
        ) : null}
        <FactRow label={<Trans>X18</Trans>}>
          {registration.hasExemption ? <Trans>can be published</Trans> : <Trans>needs the exemption</Trans>}
        </FactRow>
      </dl>
    </section>
  );
}

function Answers({ registration }: { registration: Registration }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  return (
    <section className="mt-8">
      <h2 className="d4">
        <Trans>What you sent</Trans>
      </h2>
      <p className="mt-1 text-faint text-meta">{formatDate(registration.submittedAt, language)}</p>
      <dl className="mt-2">
        {registrationFields.map((name) => (
          <FactRow key={name} label={i18n._(fieldLabels[name])}>
            {registration.answers[name]}
          </FactRow>
        ))}
      </dl>
    </section>
  );
}
