import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { ConsentList } from '../../features/consents/components/consent-list.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const MediaPlayer = lazyPart(() =>
  import('../../components/player/media-player.tsx').then((module) => module.MediaPlayer),
);

/** What the member hears or sees before they agree. */
const Recording = (props: { mediaId: string; title: string }) => (
  <LazyBoundary>
    <MediaPlayer {...props} />
  </LazyBoundary>
);

/** Items the member was asked to agree to, and those they have agreed to. */
export function Route() {
  return (
    <>
      <PageTitle lead={<Trans>Pictures and videos you are in. Nothing is published before you say yes.</Trans>}>
        <Trans>Your consent</Trans>
      </PageTitle>
      <ConsentList player={(mediaId, title) => <Recording mediaId={mediaId} title={title} />} />
    </>
  );
}
