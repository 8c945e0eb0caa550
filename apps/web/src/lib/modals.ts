import { createStore } from './store.ts';

/** Open modal dialogs, which make the rest of the page inert; topmost last. */
export const openModals = createStore<readonly HTMLDialogElement[]>([]);

/** Opens a modal dialog; call the returned function when it closes or unmounts. */
export function showModal(dialog: HTMLDialogElement): () => void {
  if (!dialog.open) dialog.showModal();
  openModals.set((open) => [...open.filter((each) => each !== dialog), dialog]);
  return () => openModals.set((open) => open.filter((each) => each !== dialog));
}
