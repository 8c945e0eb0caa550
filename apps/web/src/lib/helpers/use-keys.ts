import { useEffect, useEffectEvent } from 'react';

const typing = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

interface KeysOptions {
  /** Listens in the open dialog instead of the page. */
  inDialog?: boolean;
}

/** Calls the action of a key, such as `j`; not while typing, beside an open dialog, or with Ctrl, Alt or Meta. */
export function useKeys(
  actions: Readonly<Record<string, (() => void) | undefined>>,
  { inDialog = false }: KeysOptions = {},
): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (target instanceof Element && target.closest(typing)) return;
    if (inDialog !== (document.querySelector('dialog[open]') !== null)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
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
