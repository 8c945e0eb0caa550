import { createStore, type Store } from '../store.ts';
import { typeRefusalOf, type UploadKind } from './file-rules.ts';
import { isStored, type UploadItem, type UploadStep } from './item.ts';
import { type KeptItem, readKeptItems, saveKeptItems } from './kept-items.ts';
import { createUploadWork, type WorkDependencies } from './work.ts';

export interface UploadQueue {
  items: Store<readonly UploadItem[]>;
  /** Scopes whose files travel as they are. */
  originals: Store<ReadonlySet<string>>;
  /** Shows files that an earlier page of this tab had begun to send. */
  restore(scope: string): void;
  /** Adds files; one that is missing goes on where it stopped when it is chosen again. Returns the ids of new items. */
  add(scope: string, kind: UploadKind, files: readonly File[]): string[];
  /** Adds files that the server has: those of a stored item (without `bytes`) before the others, and as long as the page lives. */
  addStored(scope: string, files: readonly StoredFile[]): void;
  /** Puts a file at another place among those of its form. */
  move(id: string, to: number): void;
  /** Gives files to the missing items: the same file goes on, another one starts over. */
  chooseAgain(scope: string, files: readonly File[]): void;
  pause(ids: readonly string[]): void;
  /** Continues paused and stopped files, and sends failed ones again from the start. */
  resume(ids: readonly string[]): void;
  /** Takes files out. `undo` puts them back; `done` cancels them, and deletes on the server what is not complete. */
  remove(ids: readonly string[]): { undo(): void; done(): void };
  /** Removes files from the queue that are used now; nothing is deleted on the server. */
  release(ids: readonly string[]): void;
  /** Removes all files of a form. */
  clear(scope: string): void;
  /** Whether a form's files travel as they are; what has begun otherwise starts over. */
  sendOriginals(scope: string, on: boolean): void;
  /** Resolves to the media id; rejects when the file failed, was paused or is gone. */
  whenReady(id: string): Promise<string>;
  /** Stops everything, for another account in this tab. */
  dispose(): void;
}

/** A file that the server has: of the library, or of a stored item. */
export interface StoredFile {
  mediaId: string;
  kind: UploadKind;
  /** A picture of it. */
  previewUrl: string;
  /** Of a file of the library. */
  bytes?: number;
}

/** A file that did not arrive; the message is the server's reason, or empty. */
export class UploadFailed extends Error {}

/** The uploads of a tab. They go on while another screen is shown. */
export function createUploadQueue(deps: WorkDependencies): UploadQueue {
  const items = createStore<readonly UploadItem[]>([]);
  const originals = createStore<ReadonlySet<string>>(new Set<string>());
  const work = createUploadWork(deps, items, { sendsOriginal: (scope) => originals.get().has(scope), save });
  const restored = new Set<string>();
  let removed: { item: UploadItem; at: number }[] = [];

  const find = (id: string) => items.get().find((item) => item.id === id);

  function save(scope: string): void {
    const kept = items.get().flatMap((item): KeptItem[] => {
      if (item.scope !== scope || item.step === 'failed' || isStored(item)) return [];
      const { kind, fileBytes, modifiedAt, byteSize, mediaId } = item;
      const { address, digest } = work.of(item.id);
      return [{ kind, fileBytes, modifiedAt, byteSize, address, digest, mediaId }];
    });
    saveKeptItems(scope, kept);
  }

  function take(ids: readonly string[]): { item: UploadItem; at: number }[] {
    const taken = items.get().flatMap((item, at) => (ids.includes(item.id) ? [{ item, at }] : []));
    items.set((all) => all.filter(({ id }) => !ids.includes(id)));
    for (const scope of new Set(taken.map(({ item }) => item.scope))) save(scope);
    return taken;
  }

  /** Puts a file into a missing item. */
  function fill(item: UploadItem, file: File): void {
    if (!isSame(item, file)) work.reset(item.id);
    const { id: _id, ...fresh } = newItem(item.scope, item.kind, file);
    work.put(item.id, fresh);
  }

  /** Returns the files that no missing item waits for. */
  function fillSame(scope: string, files: readonly File[]): File[] {
    return files.filter((file) => {
      const same = items.get().find((item) => item.scope === scope && item.step === 'missing' && isSame(item, file));
      if (same) fill(same, file);
      return !same;
    });
  }

  function change(ids: readonly string[], from: readonly UploadStep[], act: (item: UploadItem) => void): void {
    for (const item of items.get()) if (ids.includes(item.id) && from.includes(item.step)) act(item);
    work.pump();
  }

  const queue: UploadQueue = {
    items,
    originals,
    restore(scope) {
      if (restored.has(scope)) return;
      restored.add(scope);
      for (const { address, digest, ...kept } of readKeptItems(scope)) {
        const item = keptItem(scope, kept);
        work.reset(item.id, { address, digest });
        items.set((all) => [...all, item]);
        if (item.mediaId) void work.follow(item.id, item.mediaId);
      }
    },
    add(scope, kind, files) {
      queue.restore(scope);
      const added = fillSame(scope, files).map((file) => newItem(scope, kind, file));
      items.set((all) => [...all, ...added]);
      save(scope);
      work.pump();
      return added.map(({ id }) => id);
    },
    addStored(scope, files) {
      const known = new Set(items.get().flatMap((item) => (item.scope === scope ? [item.mediaId] : [])));
      const added = files.filter(({ mediaId }) => !known.has(mediaId)).map((file) => storedItem(scope, file));
      items.set((all) => [...added.filter(isStored), ...all, ...added.filter((item) => !isStored(item))]);
      save(scope);
    },
    move(id, to) {
      const item = find(id);
      if (!item) return;
      items.set((all) => {
        const own = all.filter((each) => each.scope === item.scope && each.id !== id);
        own.splice(to, 0, item);
        let place = 0;
        return all.map((each) => (each.scope === item.scope ? (own[place++] ?? each) : each));
      });
      save(item.scope);
    },
    chooseAgain(scope, files) {
      const left = fillSame(scope, files);
      for (const item of items.get()) {
        const [file] = left;
        if (item.scope !== scope || item.step !== 'missing' || !file) continue;
        left.shift();
        fill(item, file);
      }
      save(scope);
      work.pump();
    },
    pause: (ids) =>
      change(ids, ['waiting', 'reducing', 'sending', 'stopped'], (item) => {
        work.stop(item, 'keep');
        work.put(item.id, { step: 'paused' });
      }),
    resume: (ids) =>
      change(ids, ['paused', 'stopped', 'failed'], ({ id, step, refusal, file }) => {
        if (refusal || !file) return;
        clearTimeout(work.of(id).timer);
        if (step !== 'failed') return work.put(id, { step: 'waiting' });
        // What the server refused starts over as a new upload.
        Object.assign(work.of(id), { begun: null, address: null, attempts: 0 });
        work.put(id, { step: 'waiting', sentBytes: 0, mediaId: null, reason: null });
      }),
    remove(ids) {
      const before = items.get().filter(({ id }) => ids.includes(id));
      queue.pause(ids);
      for (const item of before) work.stop(item, 'keep');
      const taken = take(ids);
      removed.push(...taken);
      const close = () => {
        const isOpen = taken.some((each) => removed.includes(each));
        removed = removed.filter((each) => !taken.includes(each));
        return isOpen;
      };
      return {
        undo() {
          if (!close()) return;
          items.set((all) => {
            const next = [...all];
            for (const { item, at } of taken) next.splice(at, 0, item);
            return next;
          });
          for (const { item } of taken) {
            save(item.scope);
            if (item.step === 'preparing' && item.mediaId) void work.follow(item.id, item.mediaId);
          }
          queue.resume(before.filter(({ step }) => step !== 'paused' && step !== 'failed').map(({ id }) => id));
        },
        done() {
          if (!close()) return;
          for (const { item } of taken) {
            work.stop(item, 'cancel');
            work.forget(item);
          }
        },
      };
    },
    release(ids) {
      for (const { item } of take(ids)) {
        work.stop(item, 'keep');
        work.forget(item);
      }
    },
    clear(scope) {
      queue.remove(items.get().flatMap((item) => (item.scope === scope ? [item.id] : []))).done();
      work.pump();
    },
    sendOriginals(scope, on) {
      originals.set((before) => new Set([...before].filter((each) => each !== scope).concat(on ? [scope] : [])));
      for (const item of items.get()) {
        const { id, file, refusal, fileBytes } = item;
        const isOriginal = work.of(id).payload === file;
        if (item.scope !== scope || !file || (refusal && !refusal.endsWith('size')) || (on && isOriginal)) continue;
        work.stop(item, 'cancel');
        work.reset(id);
        // biome-ignore format: one thought.
        work.put(id, { step: 'waiting', byteSize: fileBytes, sentBytes: 0, mediaId: null, refusal: null, reason: null });
      }
      save(scope);
      work.pump();
    },
    whenReady: (id) =>
      new Promise((resolve, reject) => {
        const settle = (): boolean => {
          const item = find(id);
          if (item?.step === 'ready' && item.mediaId) resolve(item.mediaId);
          else if (!item || item.step === 'failed' || item.step === 'missing' || item.step === 'paused')
            reject(new UploadFailed(item?.reason ?? ''));
          else return false;
          return true;
        };
        if (settle()) return;
        const end = items.subscribe(() => {
          if (settle()) end();
        });
      }),
    dispose() {
      removeEventListener('online', work.wake);
      const all = [...items.get(), ...removed.map(({ item }) => item)];
      items.set([]);
      for (const item of all) {
        work.stop(item, 'keep');
        work.forget(item);
      }
    },
  };
  addEventListener('online', work.wake);
  return queue;
}

const isSame = (item: UploadItem, file: File) => item.fileBytes === file.size && item.modifiedAt === file.lastModified;

function newItem(scope: string, kind: UploadKind, file: File): UploadItem {
  const refusal = typeRefusalOf(file, kind);
  return {
    id: crypto.randomUUID(),
    scope,
    kind,
    file,
    previewUrl: URL.createObjectURL(file),
    step: refusal ? 'failed' : 'waiting',
    fileBytes: file.size,
    modifiedAt: file.lastModified,
    byteSize: file.size,
    sentBytes: 0,
    reduced: 0,
    mediaId: null,
    prepared: null,
    refusal,
    reason: null,
  };
}

const storedItem = (scope: string, { mediaId, kind, previewUrl, bytes = 0 }: StoredFile): UploadItem => ({
  ...keptItem(scope, { kind, mediaId, fileBytes: bytes, modifiedAt: 0, byteSize: bytes }),
  step: 'ready',
  previewUrl,
});

/** An item after a reload. */
const keptItem = (scope: string, kept: Omit<KeptItem, 'address' | 'digest'>): UploadItem => ({
  ...kept,
  id: crypto.randomUUID(),
  scope,
  file: null,
  previewUrl: '',
  step: kept.mediaId ? 'preparing' : 'missing',
  sentBytes: kept.mediaId ? kept.byteSize : 0,
  reduced: 0,
  prepared: null,
  refusal: null,
  reason: null,
});
