import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { useLiveEvent } from '../../../lib/realtime.ts';
import { type Consent, isOpen } from '../api.ts';
import { ConsentSheet, type ConsentSheetProps } from './consent-sheet.tsx';

/** Requests to answer first, then each yes, then what is over. */
export function ConsentList({ player }: Pick<ConsentSheetProps, 'player'>) {
  const { t } = useLingui();
  const [openId, setOpenId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ ...queryOf('listConsents'), refetchOnMount: 'always' });
  useLiveEvent('notification.created', () => void refetch());
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading requests`} className="mt-6">
        <SkeletonRows />
      </Loading>
    );
  if (data.length === 0)
    return (
      <EmptyState
        title={<Trans>Nobody has asked you</Trans>}
        text={<Trans>When a creator names you in a picture or a recording, you see it here first and decide.</Trans>}
      />
    );
  const groups: { title: ReactNode; consents: Consent[] }[] = [
    { title: <Trans>To answer</Trans>, consents: data.filter(isOpen) },
    { title: <Trans>You said yes</Trans>, consents: data.filter(({ state }) => state === 'yes') },
    { title: <Trans>Over</Trans>, consents: data.filter((each) => each.state !== 'yes' && !isOpen(each)) },
  ];
  const shown = data.find(({ id }) => id === openId);
  return (
    <>
      {groups.map(({ title, consents }, index) =>
        consents.length === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: three fixed groups.
          <section key={index} className="mt-8 max-w-160">
            <h2 className="d4 mb-1">{title}</h2>
            <ul>
              {consents.map((consent) => (
                <li key={consent.id} className="border-line border-t first:border-t-0">
                  <ConsentRow consent={consent} onOpen={() => setOpenId(consent.id)} />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
      {shown ? <ConsentSheet key={shown.id} consent={shown} player={player} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}

function ConsentRow({ consent, onOpen }: { consent: Consent; onOpen(): void }) {
  const { sources, mediaUrl, title, creator } = consent;
  const day = formatDate(isOpen(consent) ? consent.expiresAt : (consent.answeredAt ?? consent.expiresAt));
  const smallest = sources[0]?.webp ?? mediaUrl;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-3.5 py-3 text-left hover:bg-surface-1"
    >
      {smallest ? (
        <img src={smallest} alt="" loading="lazy" className="h-19 w-15 shrink-0 rounded-sm bg-surface-2 object-cover" />
      ) : (
        <span className="h-19 w-15 shrink-0 rounded-sm bg-surface-2" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold">{title}</span>
        <span className="block wrap-anywhere text-muted text-sm">{creator.displayName}</span>
        <span className="block text-faint text-meta">
          {isOpen(consent) ? (
            <Trans>Answer until {day}</Trans>
          ) : consent.state === 'yes' ? (
            <Trans>Yes, on {day}</Trans>
          ) : consent.state === 'no' ? (
            <Trans>No, on {day}</Trans>
          ) : consent.state === 'revoked' ? (
            <Trans>Taken back on {day}</Trans>
          ) : (
            <Trans>Time was over on {day}</Trans>
          )}
        </span>
      </span>
      {isOpen(consent) ? (
        <Tag tone="warning">
          <Trans>asked</Trans>
        </Tag>
      ) : null}
      <ChevronRight size={18} aria-hidden className="shrink-0 text-faint" />
    </button>
  );
}
