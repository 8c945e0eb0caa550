import { useEffect, useState } from 'react';
import { joinTopic, onEvent } from './realtime.ts';
import { createStore, useStore } from './store.ts';

const removedKeys = createStore<ReadonlySet<string>>(new Set());
onEvent('photo.removed', ({ key }) => removedKeys.set((keys) => new Set(keys).add(key)));

const keyOf = (src: string | null | undefined): string | undefined => /^\/img\/o\/(\w+)-/.exec(src ?? '')?.[1];

interface ShownPicture {
  src: string | null;
  onError(): void;
}

/**
 * The address of a person's picture. Null from the moment an own photo is removed until the view is read again, and
 * when the viewer may not open it: its person went into hiding, for example.
 */
export function useShownPicture(src: string | null | undefined): ShownPicture {
  const removed = useStore(removedKeys);
  const [refused, setRefused] = useState<string | null>(null);
  const key = keyOf(src);
  const isPhoto = key !== undefined;
  useEffect(() => (isPhoto ? joinTopic('photos') : undefined), [isPhoto]);
  const isRemoved = isPhoto && (removed.has(key) || refused === key);
  return { src: src && !isRemoved ? src : null, onError: () => setRefused(key ?? null) };
}
