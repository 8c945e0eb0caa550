import { Trans, useLingui } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { ContentQueue } from '../../features/moderation/components/content-queue.tsx';
import { GentleViewBar } from '../../features/moderation/components/gentle-view.tsx';
import { go, usePathname } from '../../lib/router.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Items that wait for a moderator, and those held back. */
export function Route() {
  const { t } = useLingui();
  const state = usePathname().endsWith('/flagged') ? 'flagged' : 'review';
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        <Trans>Content to review</Trans>
      </PageTitle>
      <GentleViewBar />
      <Tabs
        className="mt-4"
        label={t`Content to review`}
        value={state}
        onChange={(next) => go({ to: next === 'flagged' ? '/admin/content/flagged' : '/admin/content', replace: true })}
        tabs={[
          { value: 'review', label: t`Waiting` },
          { value: 'flagged', label: t`Held back` },
        ]}
      >
        <ContentQueue key={state} state={state} />
      </Tabs>
    </>
  );
}
