import { useEffect, useId, useRef } from 'react';
import { layerNow, openLayers } from './layers.ts';

/**
 * Back closes what lies over the screen and stays on it. While `open`, the history has one entry more, at the same
 * address; closing in another way takes it off again, and a link inside replaces it (`lib/router.tsx`). `locked`
 * keeps it open.
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
    if (layerNow() !== id) enter();
    const back = () => {
      // An entry above this one may have been left: then this one's is open again.
      if (layerNow() === id) return;
      if (latest.current.locked) enter();
      else latest.current.close();
    };
    addEventListener('popstate', back);
    return () => {
      openLayers.delete(id);
      removeEventListener('popstate', back);
      // Waits for what follows in the same breath: a link inside replaces the entry, a second mount takes it over.
      leaving.current = setTimeout(() => {
        if (layerNow() === id) history.back();
      });
    };
  }, [open, id]);
}
