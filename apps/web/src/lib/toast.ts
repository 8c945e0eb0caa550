import { createStore } from './store.ts';

export type ToastTone = 'success' | 'error' | 'info' | 'warning';
export interface ToastAction {
  label: string;
  act(): void;
}
export interface ToastInput {
  title: string;
  text?: string;
  tone?: ToastTone;
  action?: ToastAction;
  /** How long it stays when it is no error, in milliseconds; 5,000 unless its action takes longer. */
  stayMs?: number;
}
export interface ToastItem extends ToastInput {
  id: string;
  tone: ToastTone;
}

export const toastQueue = createStore<readonly ToastItem[]>([]);

/** Queues a message. One shows at a time, for 5 s; an error stays until it is dismissed. */
export function toast(input: ToastInput): void {
  const item: ToastItem = { tone: 'success', ...input, id: crypto.randomUUID() };
  toastQueue.set((queue) => {
    const repeated = queue.some((each) => each.title === item.title && each.text === item.text);
    if (repeated) return queue;
    // What can be taken back for some seconds only is shown at once, in the place of an earlier one.
    if (item.stayMs) return [item, ...queue.filter((each) => each.stayMs === undefined)];
    // An error stays until it is dismissed; what is said meanwhile is shown before it, and it comes back after.
    return item.tone !== 'error' && queue[0]?.tone === 'error' ? [item, ...queue] : [...queue, item];
  });
}

/** An error with its text, and a way to try again where there is one. */
export function toastError(title: string, text?: string, action?: ToastAction): void {
  toast({ tone: 'error', title, ...(text === undefined ? {} : { text }), ...(action ? { action } : {}) });
}

export function dismissToast(id: string): void {
  toastQueue.set((queue) => queue.filter((each) => each.id !== id));
}

/** Takes back what was said under a title: somebody who tries again has read it, and the next answer must not wait. */
export function dismissTitled(title: string): void {
  toastQueue.set((queue) =>
    queue.some((each) => each.title === title) ? queue.filter((each) => each.title !== title) : queue,
  );
}
