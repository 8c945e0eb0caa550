import { readLocal, writeLocal } from './device.ts';
import { createStore } from './store.ts';

const viewRoles = ['admin', 'creator', 'user'] as const;
/** Whose screen an admin looks at. It changes what is shown, never a right, and is not sent to the server. */
export type ViewRole = (typeof viewRoles)[number];

const key = 'view-as';
const read = (): ViewRole => viewRoles.find((role) => role === readLocal(key)) ?? 'admin';

/** The viewed role, the same in every tab of this browser. */
export const viewRoleStore = createStore<ViewRole>(read());
// Also called for other keys; then nothing changes.
addEventListener('storage', () => viewRoleStore.set(read()));

export function setViewRole(role: ViewRole): void {
  writeLocal(key, role);
  viewRoleStore.set(role);
}
