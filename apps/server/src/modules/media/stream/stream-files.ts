import type { Readable } from 'node:stream';
import type { StreamView } from '@vlam/contract/media';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ByteRange, Storage } from '../../../platform/storage.ts';
import type { Media, StoredMedia } from '../media.ts';
import { createFileAccess, type MayView } from '../view-rights.ts';
import { type EncodedTrack, trackFileName } from './outcome.ts';
import {
  averageRate,
  countOpenSegments,
  masterPlaylist,
  pictureTracks,
  rangeOfSegment,
  soundTrack,
  trackPlaylist,
} from './playlists.ts';
import { createStreamAddresses, type RequestedStreamFile, type StreamGrant } from './stream-addresses.ts';
import { findPeaks, listTracks } from './stream-store.ts';

/** Milliseconds of a file that an account may play without the right to it, now; 0 for none. */
export type PreviewMsOf = (accountId: string, mediaId: string) => Promise<number>;

export type OpenedStreamFile = { type: 'playlist'; text: string } | StreamBytes;
interface StreamBytes {
  type: 'segment' | 'whole';
  byteSize: number;
  read(range?: ByteRange): Readable;
}

export interface StreamFiles {
  /** Address of a stream's list of qualities for one viewer; null for other files. The caller has checked the right. */
  streamAddressFor(viewer: { accountId: string }, media: Media, previewMs?: number | null): string | null;
  /** Address of the first seconds without sound, for a tile; null for sound and other files. */
  hoverAddressFor(viewer: { accountId: string }, media: Media, previewMs?: number | null): string | null;
  /** Qualities and addresses for a viewer with the right, or with that to the first `previewMs`. Throws `NOT_FOUND`. */
  streamFor(viewer: { accountId: string }, media: Media, previewMs: number | null): Promise<StreamView>;
  /**
   * The file of an address. Throws `FORBIDDEN` for another account's, a changed or an expired one, or for a segment
   * past the free start; `NOT_FOUND` without the right, which is asked at most once a second.
   */
  openStreamFile(viewer: { accountId: string }, requested: RequestedStreamFile): Promise<OpenedStreamFile>;
}

interface StreamFilesDependencies {
  config: { masterKey: Buffer };
  db: Database['db'];
  clock: Clock;
  storage: Storage;
  /** Batched point read of a file's row. */
  find(mediaId: string): Promise<StoredMedia | undefined>;
  mayView: MayView;
  previewMsOf: PreviewMsOf;
}

const hoverMs = 8_000;
const maxCachedIndexes = 200;

export function createStreamFiles({ config, db, clock, storage, ...ports }: StreamFilesDependencies): StreamFiles {
  const addresses = createStreamAddresses(config.masterKey, clock);
  const access = createFileAccess(ports);
  const previewRights = createPreviewRights(ports.previewMsOf);
  /** A finished stream never changes. */
  const indexes = new Map<string, Promise<EncodedTrack[]>>();

  function tracksOf(mediaId: string): Promise<EncodedTrack[]> {
    const cached = indexes.get(mediaId);
    if (cached) return cached;
    const read = listTracks(db, mediaId);
    indexes.set(mediaId, read);
    read.catch(() => indexes.delete(mediaId));
    const [oldest] = indexes.keys();
    if (indexes.size > maxCachedIndexes && oldest) indexes.delete(oldest);
    return read;
  }

  /** The file, for an account with the right to the whole, or to as much of its start as the grant names. */
  async function findGranted(accountId: string, grant: StreamGrant): Promise<StoredMedia | null> {
    const { mediaId, previewMs } = grant;
    if (previewMs === null) return access.open(accountId, mediaId, { isContinued: true });
    const media = await ports.find(mediaId);
    if (media?.state !== 'ready') return null;
    const isAllowed = media.ownerId === accountId || (await previewRights(accountId, mediaId)) >= previewMs;
    return isAllowed ? media : null;
  }

  const address = (accountId: string, media: Media, name: string, previewMs: number | null): string | null =>
    media.isStream && media.state === 'ready'
      ? `/m/${media.id}/${name}${addresses.sign(accountId, { mediaId: media.id, previewMs }).query}`
      : null;

  const fileOf = (
    media: StoredMedia,
    track: EncodedTrack,
    type: StreamBytes['type'],
    whole: ByteRange,
  ): StreamBytes => ({
    type,
    byteSize: whole.end - whole.start + 1,
    read: ({ start, end } = { start: 0, end: whole.end - whole.start }) =>
      storage.read(`${media.storageKey}/${trackFileName(track.name)}`, {
        start: whole.start + start,
        end: whole.start + end,
      }),
  });

  return {
    streamAddressFor: ({ accountId }, media, previewMs = null) => address(accountId, media, 'index.m3u8', previewMs),
    hoverAddressFor: ({ accountId }, media, previewMs = null) =>
      media.kind === 'video' ? address(accountId, media, 'hover.mp4', previewMs) : null,
    async streamFor({ accountId }, media, previewMs) {
      const url = address(accountId, media, 'index.m3u8', previewMs);
      if (!url) throw new AppError('NOT_FOUND');
      const [tracks, peaks] = await Promise.all([tracksOf(media.id), findPeaks(db, media.id)]);
      const sound = soundTrack(tracks);
      return {
        url,
        kind: media.kind === 'audio' ? 'audio' : 'video',
        duration: (media.durationMs ?? 0) / 1000,
        freeSeconds: previewMs === null ? null : openSeconds(tracks, previewMs),
        peaks,
        qualities: pictureTracks(tracks).map((track) => ({
          name: track.name,
          width: track.width ?? 0,
          height: track.height ?? 0,
          megabytesPerMinute: megabytesPerMinute(track) + (sound ? megabytesPerMinute(sound) : 0),
        })),
      };
    },
    async openStreamFile({ accountId }, { file, grant, signature }) {
      if (!addresses.verify(accountId, grant, signature)) throw new AppError('FORBIDDEN');
      const media = await findGranted(accountId, grant);
      if (!media?.isStream) throw new AppError('NOT_FOUND');
      const tracks = await tracksOf(media.id);
      const query = addresses.continue(accountId, grant);
      if (file.kind === 'master') return { type: 'playlist', text: masterPlaylist(tracks, query) };
      const name = file.kind === 'hover' ? pictureTracks(tracks)[0]?.name : file.track;
      const track = tracks.find((each) => each.name === name);
      if (!track) throw new AppError('NOT_FOUND');
      if (file.kind === 'playlist') return { type: 'playlist', text: trackPlaylist(track, query, grant.previewMs) };
      if (file.kind === 'init') return fileOf(media, track, 'whole', { start: 0, end: track.initSize - 1 });
      if (file.kind === 'hover') {
        const last = countOpenSegments(track, Math.min(hoverMs, grant.previewMs ?? hoverMs)) - 1;
        return fileOf(media, track, 'whole', { start: 0, end: rangeOfSegment(track, last)?.end ?? 0 });
      }
      const range = rangeOfSegment(track, file.index);
      if (!range) throw new AppError('NOT_FOUND');
      if (file.index >= countOpenSegments(track, grant.previewMs)) throw new AppError('FORBIDDEN');
      return fileOf(media, track, 'segment', range);
    },
  };
}

const megabytesPerMinute = (track: EncodedTrack): number => (averageRate(track) * 60) / 8 / 1_000_000;

function openSeconds(tracks: readonly EncodedTrack[], previewMs: number): number {
  const [first] = [...pictureTracks(tracks), ...tracks];
  if (!first) return 0;
  return first.segmentMs.slice(0, countOpenSegments(first, previewMs)).reduce((sum, ms) => sum + ms, 0) / 1000;
}

/** As the right to the whole: asked at most once a second for an account and a file. */
function createPreviewRights(previewMsOf: PreviewMsOf): PreviewMsOf {
  const maxAgeMs = 1_000;
  const answers = new Map<string, { at: number; previewMs: Promise<number> }>();
  return (accountId, mediaId) => {
    const now = performance.now();
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
