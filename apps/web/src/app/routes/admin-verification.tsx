import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { AgeReviewList } from '../../features/administration/components/age-review-list.tsx';
import { type ListView, readView, searchOfView } from '../../features/administration/users/filter.ts';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { go, useSearchParams } from '../../lib/router.tsx';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

const IdentityDocuments = lazyPart(() =>
  import('../../features/administration/components/identity-documents.tsx').then((module) => module.IdentityDocuments),
);
const UserList = lazyPart(() =>
  import('../../features/administration/users/user-list.tsx').then((module) => module.UserList),
);

type TabName = 'reviews' | 'documents' | 'unverified';
const to = '/admin/users/verification';

/** Accounts whose age staff must confirm by a document, documents that members sent, and who proved no age yet. */
export function Route() {
  const { t } = useLingui();
  const params = useSearchParams();
  const mayManage = hasPermission(useStaffUser(), 'manage_users');
  const show = params.get('show');
  const tab: TabName =
    show === 'documents' ? 'documents' : show === 'unverified' && mayManage ? 'unverified' : 'reviews';
  const { data } = useQuery(queryOf('staffWaiting'));
  const countOf = (waiting: number | null | undefined) => (waiting ? { count: formatNumber(waiting) } : {});
  const onView = (view: ListView, { replace } = { replace: false }) =>
    go({ to, search: { show: 'unverified', ...searchOfView(view) }, replace });
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        <Trans>Verification</Trans>
      </PageTitle>
      <Tabs<TabName>
        className="mt-4"
        label={t`Verification`}
        value={tab}
        onChange={(next) => go({ to, ...(next === 'reviews' ? {} : { search: { show: next } }), replace: true })}
        tabs={[
          { value: 'reviews', label: t`Age reviews`, ...countOf(data?.ageReviews) },
          { value: 'documents', label: t`Documents`, ...countOf(data?.documents) },
          ...(mayManage ? [{ value: 'unverified' as const, label: t`Unverified` }] : []),
        ]}
      >
        <LazyBoundary close={() => go({ to, replace: true })}>
          {tab === 'reviews' ? (
            <div className="mt-5">
              <AgeReviewList />
            </div>
          ) : tab === 'documents' ? (
            <div className="mt-5">
              <IdentityDocuments />
            </div>
          ) : (
            <UserList
              isPart
              status="unverified"
              view={readView(params)}
              onView={onView}
              noun={null}
              empty={{
                title: <Trans>Everyone is verified</Trans>,
                text: <Trans>Accounts without a proven age are listed here.</Trans>,
              }}
            />
          )}
        </LazyBoundary>
      </Tabs>
    </>
  );
}
