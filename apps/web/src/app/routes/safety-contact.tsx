import { Trans } from '@lingui/react/macro';
import { SafetyContactPage } from '../../features/locations/components/safety-contact-page.tsx';
import { useParams } from '../../lib/router.tsx';
import { ScreenLoading } from '../screen-loading.tsx';

/** What a safety contact sees behind the link in their mail. Says nothing of what the member does here. */
export function Route() {
  const { token } = useParams('/safety-contact/:token');
  return (
    <div className="mx-auto min-h-dvh max-w-[560px] px-(--gutter) pt-10 pb-16">
      <SafetyContactPage token={token} loading={<ScreenLoading />} />
      <p className="mt-8 text-faint text-meta">
        <Trans>A private page for one reader.</Trans>
      </p>
    </div>
  );
}
