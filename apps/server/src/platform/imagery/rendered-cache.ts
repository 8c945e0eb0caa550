/** Encoded pictures kept in memory, the least recently used dropped first. */
export interface RenderedCache {
  /** The picture under `key`; concurrent requests share one render. A failed render is not cached. */
  get(key: string, draw: () => Promise<Buffer>): Promise<Buffer>;
  /** Bytes and pictures cached now. */
  size(): { bytes: number; pictures: number };
}

/** Creates a cache of at most `maxBytes` of encoded pictures; a larger picture is rendered but not cached. */
export function createRenderedCache({ maxBytes }: { maxBytes: number }): RenderedCache {
  // A Map keeps the order of insertion: the first key is the one used longest ago.
  const cached = new Map<string, Buffer>();
  const underway = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  function keep(key: string, picture: Buffer): void {
    if (picture.byteLength > maxBytes) return;
    cached.set(key, picture);
    bytes += picture.byteLength;
    for (const [oldestKey, oldest] of cached) {
      if (bytes <= maxBytes) break;
      cached.delete(oldestKey);
      bytes -= oldest.byteLength;
    }
  }

  async function drawOnce(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const picture = await draw();
      keep(key, picture);
      return picture;
    } finally {
      underway.delete(key);
    }
  }

  return {
    get(key, draw) {
      const found = cached.get(key);
      if (found) {
        cached.delete(key);
        cached.set(key, found);
        return Promise.resolve(found);
      }
      const already = underway.get(key);
      if (already) return already;
      const started = drawOnce(key, draw);
      underway.set(key, started);
      return started;
    },
    size: () => ({ bytes, pictures: cached.size }),
  };
}
