import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Breach } from '@vlam/contract/records-breaches';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { keyOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useStore } from '../../../lib/store.ts';
import { ScreenSkeleton } from '../screen-skeleton.tsx';
import { AffectedPeople } from './affected-people.tsx';
import { Drafts } from './drafts.tsx';
import { FactsSheet } from './facts-sheet.tsx';
import { Steps } from './steps.tsx';

/** One incident: facts, steps with their clocks, drafts, and the people it is about. */
export function BreachView({ id }: { id: string }) {
  const client = useQueryClient();
  const query = queryOf('getBreach', { params: { id } });
  // Each reading is a row of the log.
  const { data, error, refetch } = useQuery({
    ...query,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data) return <ScreenSkeleton />;
  const changed = (breach: Breach) => client.setQueryData(keyOf('getBreach', { params: { id } }), breach);
  return (
    <>
      <Head breach={data} onChanged={changed} />
      <div className="grid grid-cols-1 gap-x-12 lg:grid-cols-2">
        <Section title={<Trans>Steps</Trans>}>
          <Steps breach={data} onChanged={changed} />
        </Section>
        <Section title={<Trans>People it concerns</Trans>}>
          <AffectedPeople breach={data} onChanged={changed} />
        </Section>
      </div>
      <Section title={<Trans>Draft for the Information Regulator</Trans>}>
        <Drafts breach={data} />
      </Section>
    </>
  );
}

function Head({ breach, onChanged }: { breach: Breach; onChanged(breach: Breach): void }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="d3 wrap-anywhere">
            {breach.title}
          </h1>
          <p className="mt-1 text-faint text-meta tabular-nums">{breach.number}</p>
        </div>
        {breach.closedAt ? null : (
          <Button size="sm" onClick={() => setEditing(true)}>
            <Trans>Change the facts</Trans>
          </Button>
        )}
      </div>
      {breach.closedAt ? (
        <p role="status" className="mt-4 rounded-md bg-surface-1 px-4 py-3 text-sm">
          <Trans>Closed on {formatDate(breach.closedAt, language)}.</Trans> {breach.closingNote}
        </p>
      ) : null}
      <dl className="mt-4 max-w-[720px]">
        <CostRow label={<Trans>Known since</Trans>}>
          {formatDate(breach.knownAt, language)}, {formatTime(breach.knownAt)}
        </CostRow>
        <CostRow label={<Trans>People</Trans>}>
          {breach.people === null ? t`not known yet` : formatNumber(breach.people)}
        </CostRow>
        <CostRow label={<Trans>Data</Trans>}>{breach.data || t`not known yet`}</CostRow>
        <CostRow label={<Trans>Recorded by</Trans>}>{breach.recordedBy}</CostRow>
      </dl>
      <p className="mt-4 max-w-[68ch] whitespace-pre-line wrap-anywhere">{breach.what}</p>
      {isEditing ? (
        <FactsSheet
          breach={breach}
          onClose={() => setEditing(false)}
          onDone={(saved) => {
            onChanged(saved);
            setEditing(false);
          }}
        />
      ) : null}
    </>
  );
}
