import type { MediaView } from '@vlam/contract/media';
import type { sendFile, UploadHandle } from '../../lib/send-file.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { clipRefusalOf, type FileRefusal, fileRefusalOf } from './picture-file.ts';

interface ChosenFile {
  file: File;
  /** Object URL of the file, for the preview. */
  address: string;
}

export type UploadState =
  | { step: 'none' }
  | { step: 'refused'; refusal: FileRefusal }
  | (ChosenFile & { step: 'sending'; sent: number })
  /** The connection was lost; the upload can resume. */
  | (ChosenFile & { step: 'stopped'; sent: number })
  | (ChosenFile & { step: 'preparing'; mediaId: string })
  | (ChosenFile & { step: 'ready'; mediaId: string })
  | (ChosenFile & { step: 'failed'; reason: string | undefined });

export interface PictureUpload {
  state: Store<UploadState>;
  /** Changes with every file, so that another file is another idempotency key. */
  pick(): number;
  choose(file: File): void;
  /** Resumes after a lost connection; does nothing otherwise. */
  resume(): void;
  /** Discards the file here, and on the server unless the upload is complete. */
  clear(): void;
  /** Resolves to the media id when the picture can be published; rejects when it was discarded, paused or failed. */
  whenReady(): Promise<string>;
}

const pollIntervalMs = 600;

/** Uploads a picture or clip when chosen, and polls until the server has prepared it. */
export function createPictureUpload(deps: {
  send: typeof sendFile;
  getMedia(mediaId: string): Promise<Pick<MediaView, 'state' | 'reason'>>;
  kind?: 'image' | 'video';
}): PictureUpload {
  const { kind = 'image' } = deps;
  const state = createStore<UploadState>({ step: 'none' });
  let picks = 0;
  let sending: UploadHandle | null = null;

  const previewUrlOf = (now: UploadState) => ('address' in now ? now.address : null);
  const reset = () => {
    picks += 1;
    sending = null;
    const address = previewUrlOf(state.get());
    if (address) URL.revokeObjectURL(address);
    state.set({ step: 'none' });
  };

  async function follow(pick: number, chosen: ChosenFile, mediaId: string): Promise<void> {
    state.set({ ...chosen, step: 'preparing', mediaId });
    while (pick === picks) {
      // Retry failed polls: the file is safe on the server.
      const media = await deps.getMedia(mediaId).catch(() => null);
      if (pick !== picks) return;
      if (media?.state === 'ready') return state.set({ ...chosen, step: 'ready', mediaId });
      if (media?.state === 'failed' || media?.state === 'blocked')
        return state.set({ ...chosen, step: 'failed', reason: media.reason ?? undefined });
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
  }

  const upload: PictureUpload = {
    state,
    pick: () => picks,
    choose(file) {
      upload.clear();
      const refusal = kind === 'video' ? clipRefusalOf(file) : fileRefusalOf(file);
      if (refusal) return state.set({ step: 'refused', refusal });
      const pick = picks;
      const chosen = { file, address: URL.createObjectURL(file) };
      const mine = (act: () => void) => {
        if (pick === picks) act();
      };
      const sentFraction = () => {
        const now = state.get();
        return 'sent' in now ? now.sent : 0;
      };
      state.set({ ...chosen, step: 'sending', sent: 0 });
      deps
        .send(
          file,
          {
            onProgress: (sent, total) => mine(() => state.set({ ...chosen, step: 'sending', sent: sent / total })),
            onSent: (mediaId) => mine(() => void follow(pick, chosen, mediaId)),
            onStopped: (reason) =>
              mine(() =>
                state.set(
                  reason === undefined
                    ? { ...chosen, step: 'stopped', sent: sentFraction() }
                    : { ...chosen, step: 'failed', reason },
                ),
              ),
          },
          kind,
        )
        .then(
          (begun) => {
            if (pick === picks) sending = begun;
            else begun.cancel();
          },
          () => mine(() => state.set({ ...chosen, step: 'failed', reason: undefined })),
        );
    },
    resume() {
      const now = state.get();
      if (now.step !== 'stopped' || !sending) return;
      state.set({ ...now, step: 'sending' });
      sending.resume();
    },
    clear() {
      const { step } = state.get();
      if (step === 'sending' || step === 'stopped') sending?.cancel();
      reset();
    },
    whenReady: () =>
      new Promise((resolve, reject) => {
        const settle = (): boolean => {
          const now = state.get();
          if (now.step === 'sending' || now.step === 'preparing') return false;
          if (now.step === 'ready') resolve(now.mediaId);
          else reject(new Error('The picture did not arrive'));
          return true;
        };
        if (settle()) return;
        const stop = state.subscribe(() => {
          if (settle()) stop();
        });
      }),
  };
  return upload;
}
