import { Trans, useLingui } from '@lingui/react/macro';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { Tag } from '../../components/ui/tag.tsx';
import { ContentQueue } from '../../features/moderation/components/content-queue.tsx';
import { go, usePathname } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';

/** Items that wait for a moderator, and those held back. */
export function Route() {
  const { t } = useLingui();
  const user = useCurrentUser();
  const state = usePathname().endsWith('/flagged') ? 'flagged' : 'review';
  return (
    <>
      <PageTitle
        size="d3"
        aside={
          <Tag tone={user?.role === 'admin' ? 'admin' : 'info'} icon={<ShieldCheck />}>
            {user?.role === 'admin' ? <Trans>Admin View</Trans> : <Trans>Moderator</Trans>}
          </Tag>
        }
      >
        <Trans>Content to review</Trans>
      </PageTitle>
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
