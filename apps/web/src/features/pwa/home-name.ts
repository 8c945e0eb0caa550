import { type CoverId, isCoverId } from '@vlam/contract/rules/covers';
import { readCookie, writeCookie } from '../../lib/device.ts';

/** Read by `build/early.js` at each start. */
const cookie = 'app';

/** The disguise whose name and icon the installed app has; null for the product's own. */
export function readHomeName(): CoverId | null {
  const stored = readCookie(cookie);
  return isCoverId(stored) ? stored : null;
}

/** Chooses the manifest that the browser installs from, now and at each start. */
export function setHomeName(id: CoverId | null): void {
  writeCookie(cookie, id ?? '');
  const manifest = id ? `/icons/${id}.webmanifest` : '/manifest.webmanifest';
  document.querySelector('[rel=manifest]')?.setAttribute('href', manifest);
  const icon = id ? `/icons/${id}-192.png` : '/icons/apple-touch-icon.png';
  document.querySelector('[rel^=apple]')?.setAttribute('href', icon);
}
