import { createStore } from './store.ts';

/** Dialogs that make the rest of the page inert, the topmost last. */
export const openModals = createStore<readonly HTMLDialogElement[]>([]);

/** Opens a dialog over everything; what it returns is called when it closes or leaves the page. */
export function showModal(dialog: HTMLDialogElement): () => void {
  if (!dialog.open) dialog.showModal();
  openModals.set((open) => [...open.filter((each) => each !== dialog), dialog]);
  return () => openModals.set((open) => open.filter((each) => each !== dialog));
}
