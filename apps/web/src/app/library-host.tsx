import { useEffect } from 'react';
import { libraryRequest } from '../lib/helpers/picked-files.ts';
import { useStore } from '../lib/store.ts';
import { lazyPart } from '../lib/styles.ts';
import { LazyBoundary } from './shell/lazy-boundary.tsx';

const LibraryPicker = lazyPart(() =>
  import('../features/library/components/library-picker.tsx').then((module) => module.LibraryPicker),
);

const close = () => libraryRequest.set(null);

/** Opens the creator's library for another feature of the screen. */
export function LibraryHost() {
  const request = useStore(libraryRequest);
  useEffect(() => close, []);
  if (!request) return null;
  return (
    <LazyBoundary close={close}>
      <LibraryPicker purpose={request.purpose} onPick={request.pick} onClose={close} />
    </LazyBoundary>
  );
}
