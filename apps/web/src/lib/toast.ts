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
  /** How long it is shown, in milliseconds, unless it is an error; 5,000, or longer with an action. */
  stayMs?: number;
}
export interface ToastItem extends ToastInput {
  id: string;
  tone: ToastTone;
}

export const toastQueue = createStore<readonly ToastItem[]>([]);

/** Queues a message. One is shown at a time, for 5 s; errors stay until dismissed. */
export function toast(input: ToastInput): void {
  const item: ToastItem = { tone: 'success', ...input, id: crypto.randomUUID() };
  toastQueue.set((queue) => {
    const repeated = queue.some((each) => each.title === item.title && each.text === item.text);
    if (repeated) return queue;
    // Undo has a time limit, so such a message is shown at once and replaces an earlier one.
    if (item.stayMs) return [item, ...queue.filter((each) => each.stayMs === undefined)];
    // An error stays until dismissed; newer messages are shown first.
    return item.tone !== 'error' && queue[0]?.tone === 'error' ? [item, ...queue] : [...queue, item];
  });
}

/** Shows an error with its text and an optional retry action. */
export function toastError(title: string, text?: string, action?: ToastAction): void {
  toast({ tone: 'error', title, ...(text === undefined ? {} : { text }), ...(action ? { action } : {}) });
}

export function dismissToast(id: string): void {
  toastQueue.set((queue) => queue.filter((each) => each.id !== id));
}

/** Removes messages with this title: after a retry the old error is outdated. */
export function dismissTitled(title: string): void {
  toastQueue.set((queue) =>
    queue.some((each) => each.title === title) ? queue.filter((each) => each.title !== title) : queue,
  );
}
