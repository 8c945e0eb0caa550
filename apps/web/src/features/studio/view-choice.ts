import { useState } from 'react';
import { readLocal, writeLocal } from '../../lib/device.ts';

export type PostsView = 'list' | 'grid';
const key = 'studioView';

/** Rows or tiles, as this device showed them last. */
export function usePostsView(): [PostsView, (view: PostsView) => void] {
  const [view, setView] = useState<PostsView>(() => (readLocal(key) === 'grid' ? 'grid' : 'list'));
  return [
    view,
    (next) => {
      setView(next);
      writeLocal(key, next);
    },
  ];
}
