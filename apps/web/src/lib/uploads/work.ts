import { followMedia, type MediaAnswer } from '../follow-media.ts';
import { randomFraction } from '../random.ts';
import type { sendFile, UploadHandle } from '../send-file.ts';
import type { Store } from '../store.ts';
import { sizeRefusalOf, type UploadKind } from './file-rules.ts';
import type { UploadItem } from './item.ts';
import { isHeic } from './picture-name.ts';

/** Makes a smaller copy of a file; null when the file itself should travel. Throws when it cannot be read. */
export type Reduce = (
  file: File,
  kind: UploadKind,
  onProgress: (done: number) => void,
  signal: AbortSignal,
) => Promise<Blob | null>;

export interface WorkDependencies {
  send: typeof sendFile;
  getMedia(mediaId: string): Promise<
    MediaAnswer & {
      url: string | null;
      sources?: readonly { webp: string }[] | undefined;
      progress?: number | null | undefined;
    }
  >;
  reduce: Reduce;
  /** From 0 to below 1. */
  random?(): number;
}

const maxSending = 2;
const firstRetryMs = 1_000;
const maxRetryMs = 30_000;
/** Smaller copies up to this size are hashed, so that a reload can continue them. */
const maxDigestBytes = 8 * 1024 ** 2;

/** What an item holds beside its view. */
interface Work {
  begun: Promise<UploadHandle> | null;
  /** What travels; null before that is known. */
  payload: Blob | null;
  address: string | null;
  digest: string | null;
  attempts: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborted when the work in hand is obsolete. */
  control: AbortController;
}

const newWork = (): Work => ({
  begun: null,
  payload: null,
  address: null,
  digest: null,
  attempts: 0,
  timer: undefined,
  control: new AbortController(),
});

export type UploadWork = ReturnType<typeof createUploadWork>;

/** Works through the items: at most two travel at a time, and one smaller copy is made at a time. */
export function createUploadWork(
  { send, getMedia, reduce, random = randomFraction }: WorkDependencies,
  items: Store<readonly UploadItem[]>,
  { sendsOriginal, save }: { sendsOriginal(scope: string): boolean; save(scope: string): void },
) {
  const works = new Map<string, Work>();
  const find = (id: string) => items.get().find((item) => item.id === id);
  const of = (id: string): Work => {
    const work = works.get(id) ?? newWork();
    works.set(id, work);
    return work;
  };
  const put = (id: string, change: Partial<UploadItem>) =>
    items.set((all) => all.map((item) => (item.id === id ? { ...item, ...change } : item)));
  const saveItem = (id: string) => {
    const item = find(id);
    if (item) save(item.scope);
  };

  function fail(id: string, change: Pick<Partial<UploadItem>, 'refusal' | 'reason'>): void {
    put(id, { step: 'failed', ...change });
    saveItem(id);
    pump();
  }

  /** Starts what may start now. */
  function pump(): void {
    for (const { id, step, file, kind, scope } of items.get()) {
      if (step !== 'waiting' || !file) continue;
      const all = items.get();
      const work = of(id);
      if (!work.payload && sendsOriginal(scope) && !isHeic(file)) work.payload = file;
      if (work.payload) {
        if (all.filter((each) => each.step === 'sending').length < maxSending) transfer(id, work.payload, kind);
      } else if (!all.some((each) => each.step === 'reducing')) void makeSmaller(id, file, kind);
    }
  }

  async function makeSmaller(id: string, file: File, kind: UploadKind): Promise<void> {
    const work = of(id);
    const { signal } = work.control;
    put(id, { step: 'reducing', reduced: 0 });
    const progress = (reduced: number) => {
      if (!signal.aborted) put(id, { reduced });
    };
    const copy = await reduce(file, kind, progress, signal).catch(() => null);
    const digest = copy && copy.size <= maxDigestBytes ? await digestOf(copy) : null;
    if (signal.aborted) return pump();
    if (!copy && isHeic(file)) return fail(id, { refusal: 'heic' });
    // Another copy than the one that had begun to travel cannot continue it.
    if (work.address && (work.digest !== digest || (copy && !digest))) work.address = null;
    work.payload = copy ?? file;
    work.digest = digest;
    put(id, { step: 'waiting', byteSize: work.payload.size, sentBytes: 0 });
    pump();
  }

  function transfer(id: string, payload: Blob, kind: UploadKind): void {
    const refusal = sizeRefusalOf(payload.size, kind);
    if (refusal) {
      fail(id, { refusal });
      return;
    }
    const work = of(id);
    put(id, { step: 'sending', byteSize: payload.size, refusal: null, reason: null });
    if (work.begun) {
      void work.begun.then((handle) => handle.resume());
      return;
    }
    const isCurrent = () => works.get(id)?.begun === begun;
    const begun = send(
      payload,
      {
        onProgress(sentBytes) {
          const item = find(id);
          if (!isCurrent() || item?.step !== 'sending') return;
          if (sentBytes > item.sentBytes) work.attempts = 0;
          put(id, { sentBytes });
        },
        onSent: (mediaId) => isCurrent() && void follow(id, mediaId),
        onStopped: (reason) => isCurrent() && (reason === undefined ? retryLater(id) : fail(id, { reason })),
        onAddress(address) {
          if (!isCurrent()) return;
          work.address = address;
          saveItem(id);
        },
      },
      kind,
      work.address,
    );
    work.begun = begun;
    begun.catch(() => {
      // The tus client itself could not be loaded.
      if (!isCurrent()) return;
      work.begun = null;
      retryLater(id);
    });
  }

  /** The line dropped, or the server is restarting: tries again at a random moment, so that not all do at once. */
  function retryLater(id: string): void {
    if (find(id)?.step !== 'sending') return;
    const work = of(id);
    put(id, { step: 'stopped' });
    const delayMs = Math.min(maxRetryMs, firstRetryMs * 2 ** work.attempts) * (0.5 + random() / 2);
    work.attempts += 1;
    clearTimeout(work.timer);
    work.timer = setTimeout(() => {
      if (navigator.onLine) goOn(id);
    }, delayMs);
    pump();
  }

  function goOn(id: string): void {
    if (find(id)?.step !== 'stopped') return;
    put(id, { step: 'waiting' });
    pump();
  }

  async function follow(id: string, mediaId: string): Promise<void> {
    const { signal } = of(id).control;
    const item = find(id);
    if (!item) return;
    put(id, { step: 'preparing', mediaId, sentBytes: item.byteSize });
    save(item.scope);
    pump();
    const found = await followMedia({
      async fetchState() {
        const media = await getMedia(mediaId);
        if (!signal.aborted) put(id, { prepared: media.progress ?? null });
        return media;
      },
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      isCancelled: () => signal.aborted,
    });
    if (!found || signal.aborted) return;
    if (found.state === 'ready') {
      put(id, { step: 'ready' });
      // After a reload the server has the only picture of it.
      if (!item.previewUrl)
        await getMedia(mediaId).then(
          ({ url, sources }) => put(id, { previewUrl: sources?.at(-1)?.webp ?? url ?? '' }),
          ignore,
        );
      return;
    }
    Object.assign(of(id), { address: null, begun: null });
    if (found.state === 'failed') return fail(id, { reason: found.reason ?? null });
    // The server has deleted it.
    put(id, { mediaId: null, sentBytes: 0, step: item.file ? 'failed' : 'missing' });
    save(item.scope);
  }

  return {
    of,
    put,
    pump,
    follow,
    /** Starts an item over with nothing known of it but this. */
    reset: (id: string, known: Partial<Pick<Work, 'address' | 'digest'>> = {}) =>
      void works.set(id, { ...newWork(), ...known }),
    /** Ends the work in hand. `cancel` also deletes on the server what is not complete. */
    stop({ id, step }: UploadItem, then: 'keep' | 'cancel'): void {
      const work = of(id);
      work.control.abort();
      work.control = new AbortController();
      clearTimeout(work.timer);
      if (step === 'preparing' || step === 'ready') return;
      work.begun?.then((handle) => (then === 'keep' ? handle.pause() : handle.cancel())).catch(() => undefined);
    },
    forget(item: UploadItem): void {
      works.delete(item.id);
      if (item.previewUrl) URL.revokeObjectURL(item.previewUrl);
    },
    /** The network is back. */
    wake(): void {
      for (const { id, step } of items.get()) {
        if (step !== 'stopped') continue;
        const work = of(id);
        work.attempts = 0;
        clearTimeout(work.timer);
        work.timer = setTimeout(goOn, random() * firstRetryMs, id);
      }
    },
  };
}

const ignore = () => undefined;

async function digestOf(copy: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await copy.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
