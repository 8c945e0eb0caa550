import { Trans } from '@lingui/react/macro';
import { type StudioList, studioLists } from '@vlam/contract/rules/studio';
import { useState } from 'react';
import type { Post } from '../../features/studio/api.ts';
import { StudioPosts } from '../../features/studio/components/studio-posts.tsx';
import { go, useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { CreatorRequired } from '../creator-required.tsx';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const PostSheet = lazyPart(() =>
  import('../../features/studio/components/post-sheet.tsx').then((module) => module.PostSheet),
);
const StudioWhen = lazyPart(() => import('./studio-when.tsx').then((module) => module.StudioWhen));

/** A creator's own posts; `?show=` opens one list of them. */
export function Route() {
  const user = useCurrentUser();
  const asked = useSearchParam('show');
  const [opened, setOpened] = useState<{ post: Post; sheet: 'post' | 'when' } | null>(null);
  if (!user) return <ScreenLoading />;
  if (!user.creator)
    return (
      <CreatorRequired
        text={<Trans>The studio is for those who publish. Name a category and a price, and it opens.</Trans>}
      />
    );
  const list: StudioList = studioLists.find((each) => each === asked) ?? 'all';
  const close = () => setOpened(null);
  return (
    <>
      <StudioPosts
        list={list}
        onList={(next) => go({ to: '/studio', search: next === 'all' ? {} : { show: next }, replace: true })}
        onOpen={(post) => setOpened({ post, sheet: 'post' })}
      />
      {opened ? (
        <LazyBoundary close={close}>
          {opened.sheet === 'post' ? (
            <PostSheet post={opened.post} onClose={close} onWhen={(post) => setOpened({ post, sheet: 'when' })} />
          ) : (
            <StudioWhen item={opened.post.item} onClose={close} />
          )}
        </LazyBoundary>
      ) : null}
    </>
  );
}
