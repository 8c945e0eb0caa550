import { useEffect, useId, useRef } from 'react';
import { currentLayer, openLayers } from './layers.ts';

/**
 * Makes Back close an overlay. While `open`, the history has one more entry with the same URL. Closing it otherwise
 * removes the entry; a link inside replaces it (`lib/router.tsx`). `locked` keeps it open.
 */
export function useBackCloses(open: boolean, close: () => void, locked = false): void {
  const id = useId();
  const latest = useRef({ close, locked });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { close, locked };
  });
  useEffect(() => {
    if (!open) return;
    clearTimeout(leaving.current);
    openLayers.add(id);
    const enter = () => history.pushState({ ...history.state, layer: id }, '');
    if (currentLayer() !== id) enter();
    const back = () => {
      // Back from an entry above this one leads here: the overlay stays open.
      if (currentLayer() === id) return;
      if (latest.current.locked) enter();
      else latest.current.close();
    };
    addEventListener('popstate', back);
    return () => {
      openLayers.delete(id);
      removeEventListener('popstate', back);
      // Deferred, because a link inside may replace the entry, and a remount takes it over.
      leaving.current = setTimeout(() => {
        if (currentLayer() === id) history.back();
      });
    };
  }, [open, id]);
}
