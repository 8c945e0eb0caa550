import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useCallback, useState } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { languageStore } from '../../../lib/language.ts';
import { go, Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import type { OpenedTakedown } from '../api.ts';
import { classLabels, useWhen } from '../labels.ts';
import { CaseClock } from './case-clock.tsx';
import { Lights } from './lights.tsx';
import { TakedownDecision } from './takedown-decision.tsx';
import { TakedownEvidence } from './takedown-evidence.tsx';
import { TakedownHistory } from './takedown-history.tsx';

const back = () => go({ to: '/admin/takedowns' });

/** One case of the desk: evidence and words left, the decision right. */
export function TakedownCase({ id }: { id: string }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery({
    ...queryOf('openTakedown', { params: { id } }),
    refetchOnMount: 'always',
    // Each reading is an audit row.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useKeys({ escape: back });
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the case`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  return (
    <>
      <header className="flex flex-wrap items-start gap-3 pt-4">
        <Link
          to="/admin/takedowns"
          aria-label={t`Back to the queue`}
          className="-ml-2 grid size-11 shrink-0 place-items-center rounded-pill hover:bg-surface-2"
        >
          <ArrowLeft size={20} aria-hidden />
        </Link>
        <div className="min-w-0 flex-[1_1_8rem]">
          <h1 tabIndex={-1} className="d3">
            {i18n._(classLabels[data.class])}
          </h1>
          <p className="text-faint text-meta tabular-nums">{data.caseNumber}</p>
        </div>
        {data.state === 'open' ? <CaseClock found={data} className="pt-1" /> : null}
      </header>
      <div className="mt-5 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)] lg:items-start lg:gap-12">
        <Evidence found={data} />
        <div className="mt-8 lg:sticky lg:top-20 lg:mt-0">
          {data.state !== 'open' ? (
            <Decided found={data} />
          ) : data.isOwnDecision ? (
            <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-sm">
              <Trans>You decided this case. Someone else decides the appeal.</Trans>
            </p>
          ) : (
            <TakedownDecision found={data} onDecided={back} />
          )}
        </div>
      </div>
    </>
  );
}

function Decided({ found }: { found: OpenedTakedown }) {
  const language = useStore(languageStore);
  const last = found.events.findLast(({ kind }) => kind === 'removed' || kind === 'refused');
  return (
    <div>
      <h2 className="d4">{found.state === 'removed' ? <Trans>Taken down</Trans> : <Trans>Not upheld</Trans>}</h2>
      <p className="mt-1 text-faint text-meta">
        {found.decidedAt ? formatDate(found.decidedAt, language) : null}
        {last?.by ? <> · {last.by}</> : null}
      </p>
      {last?.text ? <p className="mt-2 wrap-anywhere">{last.text}</p> : null}
    </div>
  );
}

function Evidence({ found }: { found: OpenedTakedown }) {
  const when = useWhen();
  const language = useStore(languageStore);
  const [shownId, setShownId] = useState<string | null>(null);
  const close = useCallback(() => setShownId(null), []);
  const first = found.found.find(({ blurred }) => blurred !== null);
  useKeys({ e: first ? () => setShownId(first.mediaId) : undefined });
  return (
    <div className="min-w-0">
      {found.frozenAccounts > 0 ? (
        <p role="status" className="mb-5 rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Plural
            value={found.frozenAccounts}
            one="# account is frozen with its payouts until this is decided. Its member is not told why."
            other="# accounts are frozen with their payouts until this is decided. Their members are not told why."
          />
        </p>
      ) : null}
      {found.found.length > 0 ? (
        <ul className="grid gap-5">
          {found.found.map((file) => (
            <TakedownEvidence
              key={file.mediaId}
              found={found}
              file={file}
              isAsked={shownId === file.mediaId}
              onAsk={(shown) => (shown ? setShownId(file.mediaId) : close())}
            />
          ))}
        </ul>
      ) : (
        <p className="rounded-[20px] bg-surface-1 px-4 py-4 text-muted text-sm">
          {found.by === 'fingerprint' ? (
            <Trans>Nothing here matches the fingerprint. Taking it down stops later uploads of it.</Trans>
          ) : (
            <Trans>No file is known yet: look for it by what the complainant wrote.</Trans>
          )}
        </p>
      )}
      <dl className="mt-6">
        <Fact label={<Trans>Decide by</Trans>}>{when(found.dueAt)}</Fact>
        {found.outerAt ? <Fact label={<Trans>Outer limit</Trans>}>{formatDate(found.outerAt, language)}</Fact> : null}
        {found.address ? (
          <div className="border-line border-t py-3">
            <dt className="text-muted text-sm">
              <Trans>Address</Trans>
            </dt>
            <dd className="mt-1 break-all text-sm">{found.address}</dd>
          </div>
        ) : null}
        {found.target?.type === 'profile' ? (
          <Fact label={<Trans>Leads to</Trans>}>
            <Link to="/profile/:id" params={{ id: found.target.id }} className="text-ember-text underline">
              <Trans>a person's page</Trans>
            </Link>
          </Fact>
        ) : null}
        <Fact label={<Trans>Complainant is in it</Trans>}>
          {found.isDepicted ? <Trans>yes</Trans> : <Trans>no</Trans>}
        </Fact>
        {found.contact ? (
          <Fact label={<Trans>Reach them at</Trans>} isTyped>
            {found.contact}
          </Fact>
        ) : null}
        <Fact label={<Trans>Unfounded before</Trans>}>
          {found.unfounded === 0 ? <Trans>none</Trans> : found.unfounded}
        </Fact>
      </dl>
      {found.prints.length > 0 ? (
        <>
          <h2 className="d4 mt-8">
            <Trans>Fingerprints</Trans>
          </h2>
          <ul className="mt-3 flex flex-wrap gap-4">
            {found.prints.map((print) => (
              <li key={print}>
                <Lights print={print} className="size-28" />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <TakedownHistory found={found} />
    </div>
  );
}

/** `isTyped`: as the complainant wrote it, without a capital of ours. */
const Fact = ({ label, isTyped = false, children }: { label: ReactNode; isTyped?: boolean; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-t py-3 first:border-t-0">
    <dt className="shrink-0 text-muted text-sm">{label}</dt>
    <dd
      className={clsx('ml-auto min-w-0 wrap-anywhere text-right font-semibold', !isTyped && 'first-letter:uppercase')}
    >
      {children}
    </dd>
  </div>
);
