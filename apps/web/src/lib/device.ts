/** True when the browser or the person asked for as little data as possible. */
export function saveData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** True when the person asked for little motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Reads a value kept on this device; null when absent or when storage is closed. */
export function readLocal(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a value on this device; silently does nothing when storage is closed (private windows). */
export function writeLocal(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A preference that is forgotten is better than a screen that fails.
  }
}

/** A preference the server must know to draw the first paint; a year, this site only. */
export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax${secure}`;
}

export function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}
