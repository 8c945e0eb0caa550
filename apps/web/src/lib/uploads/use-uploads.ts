import { useEffect, useMemo, useState } from 'react';
import { useStore } from '../store.ts';
import type { UploadKind } from './file-rules.ts';
import type { UploadItem } from './item.ts';
import type { UploadQueue } from './queue.ts';
import { uploadQueue } from './uploads.ts';

export interface Uploads {
  queue: UploadQueue;
  scope: string;
  kind: UploadKind;
  /** Takes pictures and videos side by side. */
  isMixed: boolean;
  /** As which videos beside pictures are sent. */
  videos: 'video' | 'clip';
  /** Takes sound beside them. */
  takesSound: boolean;
  items: readonly UploadItem[];
  /** The item whose details are shown. */
  selected: UploadItem | undefined;
  select(id: string): void;
  sendsOriginals: boolean;
}

/** The files of one form. They stay in the queue while another screen is shown. */
export function useUploads(
  scope: string,
  kind: UploadKind,
  isMixed = false,
  videos: Uploads['videos'] = 'video',
  takesSound = false,
): Uploads {
  const [queue] = useState(uploadQueue);
  const all = useStore(queue.items);
  const items = useMemo(() => all.filter((item) => item.scope === scope), [all, scope]);
  const [selectedId, select] = useState('');
  const sendsOriginals = useStore(queue.originals).has(scope);
  useEffect(() => queue.restore(scope), [queue, scope]);
  const selected = items.find(({ id }) => id === selectedId) ?? items[0];
  return {
    ...{ queue, scope, kind: items[0]?.kind ?? kind, isMixed, videos, takesSound },
    ...{ items, selected, select, sendsOriginals },
  };
}
