import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Suspense, useState } from 'react';
import { buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { type HistoryItem, memberQuery } from '../../features/administration/users/api.ts';
import { MemberHead } from '../../features/administration/users/member-head.tsx';
import { MemberHistory } from '../../features/administration/users/member-history.tsx';
import type { Question } from '../../features/administration/users/user-actions.tsx';
import { codeOf } from '../../lib/api.ts';
import { Link, useParams } from '../../lib/router.tsx';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

const UserSheets = lazyPart(() =>
  import('../../features/administration/users/user-sheets.tsx').then((module) => module.UserSheets),
);

const MemberRisk = lazyPart(() => import('../../features/risk/member-risk.tsx').then((module) => module.MemberRisk));

const MemberReferrals = lazyPart(() =>
  import('../../features/administration/users/member-referrals.tsx').then((module) => module.MemberReferrals),
);

type Part = HistoryItem['part'] | 'all';

/** One member as staff see them: what may be done, and everything that happened. */
export function Route() {
  const { t } = useLingui();
  const { id } = useParams('/admin/users/:id');
  const own = useStaffUser();
  const [part, setPart] = useState<Part>('all');
  const [question, setQuestion] = useState<Question | null>(null);
  const { data: member, error, refetch } = useQuery(memberQuery(id));
  const mayManage = hasPermission(own, 'manage_users');
  return (
    <>
      <div className="flex min-h-14 items-center gap-3 pt-2">
        {mayManage ? (
          <Link
            to="/admin/users"
            className="-ml-2 flex min-h-11 items-center gap-3 rounded-pill px-2 text-muted text-sm hover:text-ink"
          >
            <ArrowLeft size={20} aria-hidden />
            <Trans>Members</Trans>
          </Link>
        ) : null}
        <StaffBadge className="ml-auto lg:hidden" />
      </div>
      {error && !member ? (
        codeOf(error) === 'NOT_FOUND' ? (
          <EmptyState
            heading="h1"
            title={<Trans>No such member</Trans>}
            text={<Trans>The account was erased, or the address is wrong.</Trans>}
            action={
              mayManage ? (
                <Link to="/admin/users" className={buttonStyle({ variant: 'bone' })}>
                  <Trans>All members</Trans>
                </Link>
              ) : null
            }
          />
        ) : (
          <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />
        )
      ) : !member ? (
        <ScreenLoading />
      ) : (
        <>
          <MemberHead member={member} ask={setQuestion} />
          {hasPermission(own, 'manage_money') ? (
            <Suspense fallback={null}>
              <MemberRisk
                accountId={member.id}
                creatorId={member.role === 'creator' ? member.profileId : null}
                isSuspended={member.suspendedAt !== null}
                isOwn={member.id === own?.id}
              />
              <MemberReferrals accountId={member.id} isOwn={member.id === own?.id} />
            </Suspense>
          ) : null}
          <Tabs<Part>
            className="mt-6"
            label={t`History`}
            value={part}
            onChange={setPart}
            tabs={[
              { value: 'all', label: t`Everything` },
              { value: 'reports', label: t`Reports` },
              { value: 'staff', label: t`Staff` },
              ...(hasPermission(own, 'manage_money') ? [{ value: 'money' as const, label: t`Money` }] : []),
              ...(mayManage ? [{ value: 'access' as const, label: t`Access` }] : []),
            ]}
          >
            <MemberHistory key={part} id={member.id} part={part === 'all' ? undefined : part} />
          </Tabs>
          {question ? (
            <Suspense fallback={null}>
              <UserSheets
                question={question}
                user={member}
                isFixed={!member.isManageable}
                onAsk={setQuestion}
                onClose={() => setQuestion(null)}
              />
            </Suspense>
          ) : null}
        </>
      )}
    </>
  );
}
