/**
 * Merges frequent calls: the first one is sent at once, those within the next `everyMs` together when that time is
 * over. For events that say that something changed.
 */
export function coalesce<Part>(intervalMs: number, send: (parts: readonly Part[]) => void): (part: Part) => void {
  let waiting = new Set<Part>();
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    const parts = [...waiting];
    waiting = new Set();
    timer = null;
    if (parts.length === 0) return;
    timer = setTimeout(flush, intervalMs).unref();
    send(parts);
  };
  return (part) => {
    waiting.add(part);
    if (!timer) flush();
  };
}
