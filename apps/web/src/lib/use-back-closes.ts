import { useEffect, useId, useRef } from 'react';
import { backSilently, currentLayer, openLayers } from './layers.ts';

/**
 * Makes Back close an overlay. While `open`, the history has one more entry with the same URL. Closing it otherwise
 * removes the entry; a link inside replaces it (`lib/router.tsx`). `locked` keeps it open. `address` is the URL of the
 * entry, for an overlay that can be shared.
 */
export function useBackCloses(open: boolean, close: () => void, locked = false, address = ''): void {
  const id = useId();
  const latest = useRef({ close, locked, address });
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { close, locked, address };
  });
  // The overlay shows something else now, such as the next item.
  useEffect(() => {
    if (open && address && currentLayer() === id) history.replaceState(history.state, '', address);
  }, [open, id, address]);
  useEffect(() => {
    if (!open) return;
    clearTimeout(closeTimer.current);
    openLayers.add(id);
    const pushEntry = () => history.pushState({ ...history.state, layer: id }, '', latest.current.address);
    if (currentLayer() !== id) pushEntry();
    const handlePopState = () => {
      // Back from an entry above this one leads here: the overlay stays open.
      if (currentLayer() === id) {
        if (latest.current.address) history.replaceState(history.state, '', latest.current.address);
        return;
      }
      if (latest.current.locked) pushEntry();
      else latest.current.close();
    };
    addEventListener('popstate', handlePopState);
    return () => {
      openLayers.delete(id);
      removeEventListener('popstate', handlePopState);
      // Deferred, because a link inside may replace the entry, and a remount takes it over.
      closeTimer.current = setTimeout(() => {
        if (currentLayer() === id) backSilently();
      });
    };
  }, [open, id]);
}
