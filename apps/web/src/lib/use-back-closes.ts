import { useEffect, useId, useRef } from 'react';
import { currentLayer, openLayers } from './layers.ts';

/**
 * Makes Back close an overlay. While `open`, the history has one more entry with the same URL. Closing it otherwise
 * removes the entry; a link inside replaces it (`lib/router.tsx`). `locked` keeps it open.
 */
export function useBackCloses(open: boolean, close: () => void, locked = false): void {
  const id = useId();
  const latest = useRef({ close, locked });
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { close, locked };
  });
  useEffect(() => {
    if (!open) return;
    clearTimeout(closeTimer.current);
    openLayers.add(id);
    const pushEntry = () => history.pushState({ ...history.state, layer: id }, '');
    if (currentLayer() !== id) pushEntry();
    const handlePopState = () => {
      // Back from an entry above this one leads here: the overlay stays open.
      if (currentLayer() === id) return;
      if (latest.current.locked) pushEntry();
      else latest.current.close();
    };
    addEventListener('popstate', handlePopState);
    return () => {
      openLayers.delete(id);
      removeEventListener('popstate', handlePopState);
      // Deferred, because a link inside may replace the entry, and a remount takes it over.
      closeTimer.current = setTimeout(() => {
        if (currentLayer() === id) history.back();
      });
    };
  }, [open, id]);
}
