/**
 * Gathers what is called within a moment into one: the first call goes out at once, what follows within `everyMs`
 * together when that is over. For telling browsers that something is different.
 */
export function coalesce<Part>(everyMs: number, send: (parts: readonly Part[]) => void): (part: Part) => void {
  let waiting = new Set<Part>();
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    const parts = [...waiting];
    waiting = new Set();
    timer = null;
    if (parts.length === 0) return;
    timer = setTimeout(flush, everyMs).unref();
    send(parts);
  };
  return (part) => {
    waiting.add(part);
    if (!timer) flush();
  };
}
