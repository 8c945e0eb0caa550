import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { AgeReviewList } from '../../features/administration/components/age-review-list.tsx';
import { type ListView, readView, searchOfView } from '../../features/administration/users/filter.ts';
import { UserList } from '../../features/administration/users/user-list.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { go, useSearchParams } from '../../lib/router.tsx';
import { hasPermission, useStaffUser } from '../../lib/session.ts';
import { StaffBadge } from '../shell/staff-badge.tsx';

type TabName = 'reviews' | 'unverified';
const to = '/admin/users/verification';

/** Accounts whose age staff must confirm by a document, and those that proved no age yet. */
export function Route() {
  const { t } = useLingui();
  const params = useSearchParams();
  const mayManage = hasPermission(useStaffUser(), 'manage_users');
  const tab: TabName = params.get('show') === 'unverified' && mayManage ? 'unverified' : 'reviews';
  const { data } = useQuery(queryOf('staffWaiting'));
  const waiting = data?.ageReviews ?? null;
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
        onChange={(show) => go({ to, ...(show === 'unverified' ? { search: { show } } : {}), replace: true })}
        tabs={[
          { value: 'reviews', label: t`Age reviews`, ...(waiting ? { count: formatNumber(waiting) } : {}) },
          ...(mayManage ? [{ value: 'unverified' as const, label: t`Unverified` }] : []),
        ]}
      >
        {tab === 'reviews' ? (
          <div className="mt-5">
            <AgeReviewList />
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
      </Tabs>
    </>
  );
}
