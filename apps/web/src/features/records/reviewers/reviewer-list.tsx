import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Tag, type TagTone } from '../../../components/ui/tag.tsx';
import { type Answer, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { ScreenSkeleton } from '../screen-skeleton.tsx';
import { GrantSheet, InviteSheet } from './reviewer-sheets.tsx';

type Grant = Answer<'listReviewers'>[number];

/** Access of reviewers from outside, newest first. */
export function ReviewerList() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...queryOf('listReviewers'), refetchOnMount: 'always' });
  const [open, setOpen] = useState<string | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ScreenSkeleton />;
  const grant = data.find(({ id }) => id === open);
  return (
    <>
      <Button icon={<Plus size={18} aria-hidden />} onClick={() => setOpen('new')}>
        <Trans>Give access</Trans>
      </Button>
      {data.length === 0 ? (
        <EmptyState
          title={<Trans>No reviewers</Trans>}
          text={<Trans>Card schemes, the film board and police can be shown chosen cases for a time.</Trans>}
        />
      ) : (
        <ul className="rise mt-4" aria-label={t`Reviewers`}>
          {data.map((each) => (
            <li key={each.id} className="border-line border-t first:border-t-0">
              <Row grant={each} onOpen={() => setOpen(each.id)} />
            </li>
          ))}
        </ul>
      )}
      {open === 'new' ? <InviteSheet onClose={() => setOpen(null)} /> : null}
      {grant ? <GrantSheet grant={grant} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Row({ grant, onOpen }: { grant: Grant; onOpen(): void }) {
  const language = useStore(languageStore);
  const states: Record<Grant['state'], { tone: TagTone; text: ReactNode }> = {
    asked: { tone: 'warning', text: <Trans>Waits for another</Trans> },
    open: { tone: 'online', text: <Trans>Open</Trans> },
    expired: { tone: 'neutral', text: <Trans>Expired</Trans> },
    ended: { tone: 'neutral', text: <Trans>Ended</Trans> },
    locked: { tone: 'danger', text: <Trans>Closed by wrong codes</Trans> },
  };
  const { tone, text } = states[grant.state];
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press -mx-3 flex min-h-18 w-[calc(100%+24px)] items-center gap-4 rounded-field px-3 py-3 text-left hover:bg-surface-1"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-semibold">{grant.reviewer}</span>
          <Tag tone={tone}>{text}</Tag>
        </span>
        <span className="block wrap-anywhere text-muted text-sm">{grant.organisation}</span>
        <span className="block text-faint text-meta tabular-nums">{grant.number}</span>
      </span>
      <span className="max-w-[40%] shrink-0 text-right text-faint text-meta">
        {grant.expiresAt ? (
          <>
            {formatDate(grant.expiresAt, language)}
            <span className="block">{formatTime(grant.expiresAt)}</span>
          </>
        ) : null}
        <span className="block">
          <Plural value={grant.views} one="# look" other="# looks" />
        </span>
      </span>
    </button>
  );
}
