import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { type Answer, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { go, Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { ScreenSkeleton } from '../screen-skeleton.tsx';
import { FactsSheet } from './facts-sheet.tsx';

type Listed = Answer<'listBreaches'>[number];

/** Compromises of personal information, newest first. */
export function BreachList() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...queryOf('listBreaches'), refetchOnMount: 'always' });
  const [isRecording, setRecording] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ScreenSkeleton />;
  return (
    <>
      <Button variant="primary" icon={<Plus size={18} aria-hidden />} onClick={() => setRecording(true)}>
        <Trans>Record an incident</Trans>
      </Button>
      {data.length === 0 ? (
        <EmptyState
          title={<Trans>No incidents</Trans>}
          text={<Trans>When somebody got at personal information who should not have, begin here.</Trans>}
        />
      ) : (
        <ul className="rise mt-4" aria-label={t`Incidents`}>
          {data.map((found) => (
            <li key={found.id} className="border-line border-t first:border-t-0">
              <Row found={found} />
            </li>
          ))}
        </ul>
      )}
      {isRecording ? (
        <FactsSheet
          onClose={() => setRecording(false)}
          onDone={({ id }) => go({ to: '/admin/breaches/:id', params: { id } })}
        />
      ) : null}
    </>
  );
}

function Row({ found }: { found: Listed }) {
  const language = useStore(languageStore);
  return (
    <Link
      to="/admin/breaches/:id"
      params={{ id: found.id }}
      className="-mx-3 flex min-h-18 items-center gap-4 rounded-field px-3 py-3 hover:bg-surface-1"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-semibold">{found.title}</span>
          {found.isClosed ? (
            <Tag>
              <Trans>closed</Trans>
            </Tag>
          ) : found.late > 0 ? (
            <Tag tone="danger">
              <Plural value={found.late} one="# step late" other="# steps late" />
            </Tag>
          ) : (
            <Tag tone="warning">
              <Plural value={found.open} one="# step open" other="# steps open" />
            </Tag>
          )}
        </span>
        <span className="block text-muted text-sm">
          {found.people === null ? (
            <Trans>Number of people not known yet</Trans>
          ) : (
            <Plural value={found.people} one="# person" other={`${formatNumber(found.people)} people`} />
          )}
        </span>
        <span className="block text-faint text-meta tabular-nums">{found.number}</span>
      </span>
      <span className="max-w-[40%] shrink-0 text-right text-faint text-meta">
        {formatDate(found.knownAt, language)}
        <span className="block">{formatTime(found.knownAt)}</span>
      </span>
    </Link>
  );
}
