import { Trans } from '@lingui/react/macro';
import { Brand } from '../../components/ui/marks.tsx';
import { PlanPage } from '../../features/locations/components/plan-page.tsx';
import { useParams } from '../../lib/router.tsx';
import { ScreenLoading } from '../screen-loading.tsx';

/** A shared safety plan, for everyone with its link. */
export function Route() {
  const { token } = useParams('/plan/:token');
  return (
    <div className="mx-auto min-h-dvh max-w-[560px] px-(--gutter) pb-16">
      <div className="flex min-h-(--bar-top) items-center">
        <Brand />
      </div>
      <div className="mt-6">
        <PlanPage token={token} loading={<ScreenLoading />} />
      </div>
      <p className="mt-8 text-faint text-meta">
        <Trans>A private page for one reader. It closes by itself.</Trans>
      </p>
    </div>
  );
}
