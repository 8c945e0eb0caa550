import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { RevenueSource } from '@vlam/contract/payouts';
import { clsx } from 'clsx';
import Gift from 'lucide-react/icons/gift';
import HandCoins from 'lucide-react/icons/hand-coins';
import Images from 'lucide-react/icons/images';
import Inbox from 'lucide-react/icons/inbox';
import LockOpen from 'lucide-react/icons/lock-open';
import MessageCircle from 'lucide-react/icons/message-circle';
import Radio from 'lucide-react/icons/radio';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import Video from 'lucide-react/icons/video';
import type { ReactNode } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Dotted } from '../../../components/ui/dotted.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatRand } from '../../../lib/format.ts';
import type { Activity } from '../api.ts';
import { revenueSourceLabels } from '../labels.ts';

const icons: Record<RevenueSource, ReactNode> = {
  content: <LockOpen size={20} />,
  tips: <HandCoins size={20} />,
  subscriptions: <UserRoundCheck size={20} />,
  requests: <Inbox size={20} />,
  bundles: <Images size={20} />,
  gifts: <Gift size={20} />,
  calls: <Video size={20} />,
  messages: <MessageCircle size={20} />,
  lives: <Radio size={20} />,
  // Sums alone: no entry of the activity is one.
  referrals: null,
};

/** Latest earnings, newest first. */
export function RecentActivity() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('creatorActivity', { query: { limit: '8' } }));
  return (
    <Section title={<Trans>Recent activity</Trans>} className="min-w-0">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label={t`Loading recent activity`}>
          <SkeletonRows />
        </Loading>
      ) : data.items.length === 0 ? (
        <p className="text-muted">
          <Trans>Quiet so far. Unlocks, tips and subscriptions show up here.</Trans>
        </p>
      ) : (
        <ul>
          {data.items.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Row({ entry }: { entry: Activity }) {
  const { i18n } = useLingui();
  return (
    <li className="flex min-h-16 items-center gap-3.5 border-line border-t py-2 first:border-t-0">
      {entry.person ? (
        <Avatar src={entry.person.avatarUrl} />
      ) : (
        <span
          aria-hidden
          className="flex size-11 shrink-0 items-center justify-center rounded-pill bg-surface-2 text-muted"
        >
          {icons[entry.kind]}
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold text-sm">
          {entry.from ?? i18n._(revenueSourceLabels[entry.kind])}
        </span>
        <Dotted className="wrap-anywhere text-faint text-meta">
          {entry.description}
          <PostedAge at={entry.timestamp} rule="list" />
        </Dotted>
      </span>
      <span className={clsx('num shrink-0 text-[1.0625rem]', entry.amount > 0 && 'text-online')}>
        {entry.amount > 0 ? '+' : ''}
        {formatRand(entry.amount)}
      </span>
    </li>
  );
}
