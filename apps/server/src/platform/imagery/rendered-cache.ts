/** Encoded pictures kept in memory, the least recently used dropped first. */
export interface RenderedCache {
  /** The picture under `key`, drawn at most once at a time. A failed drawing is not kept. */
  get(key: string, draw: () => Promise<Buffer>): Promise<Buffer>;
  /** Bytes and pictures held now. */
  size(): { bytes: number; pictures: number };
}

/** Makes a cache of at most `maxBytes` of encoded pictures; one larger than that is drawn but not kept. */
export function createRenderedCache({ maxBytes }: { maxBytes: number }): RenderedCache {
  // A Map keeps the order of insertion: the first key is the one used longest ago.
  const kept = new Map<string, Buffer>();
  const underway = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  function keep(key: string, picture: Buffer): void {
    if (picture.byteLength > maxBytes) return;
    kept.set(key, picture);
    bytes += picture.byteLength;
    for (const [oldestKey, oldest] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldestKey);
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
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
        return Promise.resolve(found);
      }
      const already = underway.get(key);
      if (already) return already;
      const started = drawOnce(key, draw);
      underway.set(key, started);
      return started;
    },
    size: () => ({ bytes, pictures: kept.size }),
  };
}
