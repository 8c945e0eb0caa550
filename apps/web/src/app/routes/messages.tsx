import { Trans } from '@lingui/react/macro';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ThreadList } from '../../features/messaging/components/thread-list.tsx';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { LibraryHost } from '../library-host.tsx';

/** All conversations; from 1024 px with an empty thread beside them. */
export function Route() {
  const wide = useMediaQuery('(min-width: 1024px)');
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
      <div className="flex min-h-0 flex-col lg:w-78 lg:shrink-0 lg:border-line lg:border-r">
        <ThreadList />
        <LibraryHost />
      </div>
      {wide ? (
        <div className="flex min-w-0 flex-1 items-center justify-center">
          <EmptyState
            title={<Trans>Pick a conversation</Trans>}
            text={<Trans>Up and Down go through them, Enter opens one.</Trans>}
          />
        </div>
      ) : null}
    </div>
  );
}
