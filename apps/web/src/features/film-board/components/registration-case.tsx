import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { registrationFields } from '@vlam/contract/rules/film-board';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { languageStore } from '../../../lib/language.ts';
import { go, Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { type OpenedRegistration, useDay } from '../api.ts';
import { fieldLabels, historyLabels, stateLabels } from '../labels.ts';
import { CertificateView } from './certificate-view.tsx';
import { DayClock } from './day-clock.tsx';
import { RegistrationDecisionForm } from './registration-decision.tsx';
import { FactRow } from './registration-state.tsx';

/** One application: answers and history left, the decision right. */
export function RegistrationCase({ id }: { id: string }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('openRegistration', { params: { id } }),
    refetchOnMount: 'always',
    // Each reading is an audit row.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useKeys({ escape: () => go({ to: '/admin/fpb-registrations' }) });
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the registration`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  return (
    <>
      <header className="flex items-start gap-3 pt-4">
        <Link
          to="/admin/fpb-registrations"
          aria-label={t`Back to the registrations`}
          className="-ml-2 grid size-11 shrink-0 place-items-center rounded-pill hover:bg-surface-2"
        >
          <ArrowLeft size={20} aria-hidden />
        </Link>
        <div className="min-w-0 flex-1">
          <h1 tabIndex={-1} className="d3 wrap-anywhere">
            {data.answers.businessName}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm">
            <Link
              to="/profile/:id"
              params={{ id: data.creator.profileId }}
              className="wrap-anywhere underline hover:text-ink"
            >
              {data.creator.name}
            </Link>
            <Tag tone={data.state === 'approved' ? 'online' : data.state === 'pending' ? 'info' : 'neutral'}>
              {i18n._(stateLabels[data.state])}
            </Tag>
          </p>
        </div>
        <DayClock found={data} />
      </header>
      <div className="mt-5 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)] lg:items-start lg:gap-12">
        <div className="min-w-0">
          <Holding found={data} />
          <dl>
            {registrationFields.map((name) => (
              <FactRow key={name} label={i18n._(fieldLabels[name])}>
                {data.answers[name]}
              </FactRow>
            ))}
          </dl>
          <CertificateView id={data.id} hasCertificate={data.hasCertificate} isPdf={data.hasCertificatePdf} />
          <History found={data} />
        </div>
        <div className="mt-8 lg:sticky lg:top-20 lg:mt-0">
          <RegistrationDecisionForm found={data} />
        </div>
      </div>
    </>
  );
}

function Holding({ found }: { found: OpenedRegistration }) {
  const day = useDay();
  const language = useStore(languageStore);
  const { proposed, confirmed } = found;
  return (
    <dl className="mb-4 border-line border-b">
      {found.state === 'pending' && found.dueOn ? (
        <FactRow label={<Trans>Decide by</Trans>}>{day(found.dueOn)}</FactRow>
      ) : null}
      {found.certificateNumber ? (
        <FactRow label={<Trans>Certificate number</Trans>}>{found.certificateNumber}</FactRow>
      ) : null}
      {found.validFrom && found.validUntil ? (
        <FactRow label={<Trans>Valid</Trans>}>
          {day(found.validFrom)} – {day(found.validUntil)}
        </FactRow>
      ) : null}
      <FactRow label={<Trans>X18 exemption</Trans>}>
        {found.hasExemption && proposed && confirmed ? (
          <Trans>
            {proposed.name} and {confirmed.name}, {formatDate(confirmed.at, language)}
          </Trans>
        ) : proposed ? (
          <Trans>1 of 2: proposed by {proposed.name}</Trans>
        ) : (
          <Trans>none</Trans>
        )}
      </FactRow>
      {found.reason ? <FactRow label={<Trans>Reason</Trans>}>{found.reason}</FactRow> : null}
    </dl>
  );
}

function History({ found }: { found: OpenedRegistration }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  return (
    <section className="mt-8">
      <h2 className="d4">
        <Trans>History</Trans>
      </h2>
      <ul className="mt-2">
        {found.history.map((row) => {
          const label = historyLabels[row.action];
          return (
            <li key={`${row.at} ${row.action}`} className="border-line border-t py-3 first:border-t-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-semibold">{label ? i18n._(label) : row.action}</span>
                <span className="text-faint text-meta tabular-nums">
                  {formatDate(row.at, language)}, {formatTime(row.at)}
                </span>
              </p>
              <p className="wrap-anywhere text-muted text-sm">
                {row.by}
                {row.reason ? <> · {row.reason}</> : null}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
