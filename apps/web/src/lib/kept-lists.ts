import type { ListName } from './list-name.ts';
import { hasOutbox } from './outbox-name.ts';

// Separate from `offline-lists.ts`, because it is part of screens that can make a kept list wrong.

let clearings = 0;
const drops = new Map<ListName, number>();

/** Differs once the list was dropped: what was read before may not be stored after. */
export const generationOf = (name: ListName): string => `${clearings}.${drops.get(name) ?? 0}`;

/**
 * Deletes lists of this device, all of them without names, whether or not this tab has opened them: what they show was
 * blocked, removed or taken back. Never rejects, and does nothing on a device that keeps nothing.
 */
export async function dropKeptLists(names?: readonly ListName[]): Promise<void> {
  if (names) for (const name of names) drops.set(name, (drops.get(name) ?? 0) + 1);
  else clearings += 1;
  try {
    if (await hasOutbox()) await (await import('./offline-lists.ts')).deleteLists(names);
  } catch {
    // Storage is blocked, so nothing is kept either.
  }
}
