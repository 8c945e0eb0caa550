import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { WaitingPhotoCheck } from '@vlam/contract/profiles-photo-check';
import { clsx } from 'clsx';
import { useState } from 'react';
import { KeyHint } from '../../../components/staff-lists/queue-list.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { PhotoCheckCase } from './photo-check-case.tsx';

/** Selfies to compare with first photos, oldest first. A selfie is loaded when its case is opened. */
export function PhotoChecks() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listPhotoChecks'));
  const [openId, setOpenId] = useState<string | null>(null);
  const cases = data ?? [];
  const place = cases.findIndex(({ id }) => id === openId);
  const opened = cases[place];
  const move = (by: 1 | -1) => {
    const next = cases[place === -1 ? 0 : place + by];
    if (next) setOpenId(next.id);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading selfies`}>
        <SkeletonRows />
      </Loading>
    );
  if (cases.length === 0)
    return (
      <EmptyState
        title={<Trans>Nothing is waiting</Trans>}
        text={<Trans>Selfies of members who want their photo verified are listed here.</Trans>}
      />
    );
  return (
    <div className="lg:grid lg:grid-cols-[300px_minmax(0,1fr)] lg:items-start lg:gap-10">
      <section aria-label={t`Waiting`} className={clsx(opened && 'max-lg:hidden')}>
        <p className="num mb-3 text-[40px]">
          {formatNumber(cases.length)} <span className="font-normal text-lead text-muted">{t`waiting`}</span>
        </p>
        <ul>
          {cases.map((each) => (
            <li key={each.id}>
              <CaseRow each={each} isOpen={each.id === openId} onOpen={() => setOpenId(each.id)} />
            </li>
          ))}
        </ul>
        <p className="mt-4 hidden items-center gap-1 text-faint text-meta lg:flex">
          <KeyHint keys={['J', 'K']}>
            <Trans>next and previous</Trans>
          </KeyHint>
        </p>
      </section>
      {opened ? (
        <PhotoCheckCase
          key={opened.id}
          each={opened}
          onBack={() => setOpenId(null)}
          onDecided={() => setOpenId((cases[place + 1] ?? cases[place - 1])?.id ?? null)}
        />
      ) : (
        <p className="hidden max-w-[44ch] pt-4 text-muted lg:block">
          <Trans>Open a case to see the selfie beside the photo. Every opening is recorded.</Trans>
        </p>
      )}
    </div>
  );
}

interface CaseRowProps {
  each: WaitingPhotoCheck;
  isOpen: boolean;
  onOpen(): void;
}

function CaseRow({ each, isOpen, onOpen }: CaseRowProps) {
  return (
    <button
      type="button"
      aria-current={isOpen}
      onClick={onOpen}
      className={clsx(
        'flex min-h-15 w-full items-center gap-3 border-line border-b px-3 py-2 text-left hover:bg-surface-2',
        isOpen && 'rounded-md bg-surface-2',
      )}
    >
      <span className="min-w-0 flex-1 truncate font-semibold">{each.displayName}</span>
      {each.isOwn ? (
        <span className="text-faint text-meta">
          <Trans>your own</Trans>
        </span>
      ) : null}
      <span className="text-faint text-meta">
        <PostedAge at={each.sentAt} />
      </span>
    </button>
  );
}
