import { Trans } from '@lingui/react/macro';
import { Brand } from '../../components/ui/marks.tsx';
import { LinkPage } from '../../features/consents/components/link-page.tsx';
import { useParams } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const MediaPlayer = lazyPart(() =>
  import('../../components/player/media-player.tsx').then((module) => module.MediaPlayer),
);

/** A request for consent behind a private link, for a person without an account. */
export function Route() {
  const { token } = useParams('/consent/:token');
  return (
    <div className="mx-auto min-h-dvh max-w-[560px] px-(--gutter) pb-16">
      <div className="flex min-h-(--bar-top) items-center">
        <Brand />
      </div>
      <div className="mt-6">
        <LinkPage
          token={token}
          loading={<ScreenLoading />}
          player={(file) => (
            <LazyBoundary>
              <MediaPlayer {...file} token={token} />
            </LazyBoundary>
          )}
        />
      </div>
      <p className="mt-8 text-faint text-meta">
        <Trans>A private page for one person. Keep its link: with it you can take your yes back at any time.</Trans>
      </p>
    </div>
  );
}
