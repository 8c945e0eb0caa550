import { useEffect, useEffectEvent } from 'react';

/** Calls the action of a key, such as `j`; not while typing, in a dialog, or with Ctrl, Alt or Meta. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isTaken =
      target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null;
    if (isTaken || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, []);
}
