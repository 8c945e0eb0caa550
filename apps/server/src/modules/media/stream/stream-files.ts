import type { StreamView } from '@vlam/contract/media';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { KeyRing } from '../../../platform/key-ring.ts';
import type { ViewerVariants } from '../film-mark/viewer-variants.ts';
import { isMarkedFor, type Media, type StoredMedia } from '../media.ts';
import { createFileAccess, type MayView } from '../view-rights.ts';
import { createStreamAddresses, type RequestedStreamFile, type StreamGrant } from './stream-addresses.ts';
import type { OpenedStreamFile, StreamReader } from './stream-reader.ts';

/** Milliseconds of a file that an account may play without the right to it, now; 0 for none. */
export type PreviewMsOf = (accountId: string, mediaId: string) => Promise<number>;

/** Who may play a stream without an account: the signature of an address is for `key`, and its path begins with `path`. */
export interface StreamHolder {
  key: string;
  path: string;
}

export interface StreamFiles {
  /** Address of a stream's list of qualities for one viewer; null for other files. The caller has checked the right. */
  streamAddressFor(viewer: { accountId: string }, media: Media, previewMs?: number | null): string | null;
  /** Address of the first seconds without sound, for a tile; null for sound and other files. */
  hoverAddressFor(viewer: { accountId: string }, media: Media, previewMs?: number | null): string | null;
  /**
   * Qualities and addresses for a viewer with the right, or with that to the first `previewMs`. Throws `NOT_FOUND`, and
   * `MEDIA_NOT_READY` while the copies of a film that is sold are prepared.
   */
  streamFor(viewer: { accountId: string }, media: Media, previewMs: number | null): Promise<StreamView>;
  /**
   * The file of an address. Throws `FORBIDDEN` for another account's, a changed or an expired one, or for a segment
   * past the free start; `NOT_FOUND` without the right, which is asked at most once a second; `MEDIA_NOT_READY`.
   */
  openStreamFile(viewer: { accountId: string }, requested: RequestedStreamFile): Promise<OpenedStreamFile>;
  /** As `streamFor` without an account; the caller has checked the holder's right. */
  streamForHolder(holder: StreamHolder, media: Media): Promise<StreamView>;
  /**
   * The file of a holder's address, except those of tiles; the caller has checked the right. Throws `FORBIDDEN` for
   * another holder's, a changed or an expired one, and `NOT_FOUND`.
   */
  openStreamFileForHolder(holder: StreamHolder, requested: RequestedStreamFile): Promise<OpenedStreamFile>;
}

interface StreamFilesDependencies {
  config: { keys: KeyRing };
  clock: Clock;
  reader: StreamReader;
  /** Batched point read of a file's row. */
  find(mediaId: string): Promise<StoredMedia | undefined>;
  mayView: MayView;
  previewMsOf: PreviewMsOf;
  variants: Pick<ViewerVariants, 'requireReady'>;
}

export function createStreamFiles({ config, clock, reader, variants, ...ports }: StreamFilesDependencies): StreamFiles {
  const addresses = createStreamAddresses(config.keys, clock);
  const access = createFileAccess({ ...ports, clock });
  const previewRights = createPreviewRights(ports.previewMsOf, clock);

  /** The file, for an account with the right to the whole, or to as much of its start as the grant names. */
  async function findGranted(accountId: string, grant: StreamGrant): Promise<StoredMedia | null> {
    const { mediaId, previewMs } = grant;
    if (previewMs === null) return access.open(accountId, mediaId, { isContinued: true });
    const media = await ports.find(mediaId);
    if (media?.state !== 'ready') return null;
    const isAllowed = media.ownerId === accountId || (await previewRights(accountId, mediaId)) >= previewMs;
    return isAllowed ? media : null;
  }

  const address = ({ key, path }: StreamHolder, media: Media, name: string, previewMs: number | null): string | null =>
    isPlayed(media) && media.state === 'ready'
      ? `${path}/${media.id}/${name}${addresses.sign(key, { mediaId: media.id, previewMs }).query}`
      : null;
  const holderOf = ({ accountId }: { accountId: string }): StreamHolder => ({ key: accountId, path: '/m' });

  async function streamFor(holder: StreamHolder, media: Media, previewMs: number | null): Promise<StreamView> {
    const url = address(holder, media, 'index.m3u8', previewMs);
    if (!url) throw new AppError('NOT_FOUND');
    return reader.describe(media, url, previewMs);
  }

  return {
    streamAddressFor: (viewer, media, previewMs = null) => address(holderOf(viewer), media, 'index.m3u8', previewMs),
    hoverAddressFor: (viewer, media, previewMs = null) =>
      media.kind === 'video' ? address(holderOf(viewer), media, 'hover.mp4', previewMs) : null,
    async streamFor(viewer, media, previewMs) {
      if (previewMs === null && isMarkedFor(media, viewer.accountId)) {
        const stored = await ports.find(media.id);
        if (stored) await variants.requireReady(stored);
      }
      return streamFor(holderOf(viewer), media, previewMs);
    },
    async openStreamFile({ accountId }, { file, grant, signature }) {
      if (!addresses.verify(accountId, grant, signature)) throw new AppError('FORBIDDEN');
      const media = await findGranted(accountId, grant);
      if (!media || !isPlayed(media)) throw new AppError('NOT_FOUND');
      return reader.open(media, {
        file,
        previewMs: grant.previewMs,
        query: addresses.continue(accountId, grant),
        // The free start is open to everyone who sees the item: it is plain.
        markedFor: grant.previewMs === null && isMarkedFor(media, accountId) ? accountId : null,
      });
    },
    streamForHolder: (holder, media) => streamFor(holder, media, null),
    async openStreamFileForHolder({ key }, { file, grant, signature }) {
      if (!addresses.verify(key, grant, signature)) throw new AppError('FORBIDDEN');
      const media = await ports.find(grant.mediaId);
      if (!media?.isStream || media.state !== 'ready' || file.kind === 'hover') throw new AppError('NOT_FOUND');
      const query = addresses.continue(key, grant);
      return reader.open(media, { file, previewMs: grant.previewMs, query, markedFor: null });
    },
  };
}

/** A clip is a stream for its buyers. */
const isPlayed = ({ isStream, isMarked }: Media): boolean => isStream || isMarked;

/** As the right to the whole: asked at most once a second for an account and a file. */
function createPreviewRights(previewMsOf: PreviewMsOf, clock: Pick<Clock, 'monotonicMs'>): PreviewMsOf {
  const maxAgeMs = 1_000;
  const answers = new Map<string, { at: number; previewMs: Promise<number> }>();
  return (accountId, mediaId) => {
    const now = clock.monotonicMs();
    for (const [key, { at }] of answers) {
      if (now - at <= maxAgeMs) break;
      answers.delete(key);
    }
    const key = `${accountId} ${mediaId}`;
    const known = answers.get(key);
    if (known) return known.previewMs;
    const previewMs = previewMsOf(accountId, mediaId);
    answers.set(key, { at: now, previewMs });
    previewMs.catch(() => answers.delete(key));
    return previewMs;
  };
}
