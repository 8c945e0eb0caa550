import type { Readable } from 'node:stream';
import type { StreamView } from '@vlam/contract/media';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ByteRange, Storage } from '../../../platform/storage.ts';
import type { CaptionReader } from '../captions/captions.ts';
import type { Media, StoredMedia } from '../media.ts';
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
import type { StreamFile } from './stream-addresses.ts';
import { findPeaks, listTracks } from './stream-store.ts';

export type OpenedStreamFile = { type: 'playlist' | 'captions'; text: string } | StreamBytes;
interface StreamBytes {
  type: 'segment' | 'whole';
  byteSize: number;
  read(range?: ByteRange): Readable;
}

/** What an address opens of a stream, after its signature and the right were checked. */
export interface OpenPart {
  file: StreamFile;
  /** Milliseconds of the free start; null for the whole stream. */
  previewMs: number | null;
  /** Follows each address in a playlist. */
  query: string;
}

export interface StreamReader {
  /** Qualities of a ready stream behind an address; the caller has checked the right. */
  describe(media: Media, url: string, previewMs: number | null): Promise<StreamView>;
  /** Throws `NOT_FOUND`, or `FORBIDDEN` for a segment past the free start. */
  open(media: StoredMedia, part: OpenPart): Promise<OpenedStreamFile>;
}

const hoverMs = 8_000;
const maxCachedIndexes = 200;

interface StreamReaderDependencies {
  db: Database['db'];
  storage: Storage;
  captions: CaptionReader;
}

/** Reads the files of streams by their index; knows no rights. */
export function createStreamReader({ db, storage, captions }: StreamReaderDependencies): StreamReader {
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

  const bytesOf = (
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
    async describe(media, url, previewMs) {
      const [tracks, peaks, languages] = await Promise.all([
        tracksOf(media.id),
        findPeaks(db, media.id),
        captions.languagesOf(media.id),
      ]);
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
        captions: languages.map((language) => ({
          language,
          url: url.replace('index.m3u8', `captions/${language}.vtt`),
        })),
      };
    },

    async open(media, { file, previewMs, query }) {
      const tracks = await tracksOf(media.id);
      if (file.kind === 'master') return { type: 'playlist', text: masterPlaylist(tracks, query) };
      if (file.kind === 'captions') {
        const openMs = previewMs === null ? null : openSeconds(tracks, previewMs) * 1000;
        const text = await captions.readCaptions(media, file.language, openMs);
        if (text === null) throw new AppError('NOT_FOUND');
        return { type: 'captions', text };
      }
      const name = file.kind === 'hover' ? pictureTracks(tracks)[0]?.name : file.track;
      const track = tracks.find((each) => each.name === name);
      if (!track) throw new AppError('NOT_FOUND');
      if (file.kind === 'playlist') return { type: 'playlist', text: trackPlaylist(track, query, previewMs) };
      if (file.kind === 'init') return bytesOf(media, track, 'whole', { start: 0, end: track.initSize - 1 });
      if (file.kind === 'hover') {
        const last = countOpenSegments(track, Math.min(hoverMs, previewMs ?? hoverMs)) - 1;
        return bytesOf(media, track, 'whole', { start: 0, end: rangeOfSegment(track, last)?.end ?? 0 });
      }
      const range = rangeOfSegment(track, file.index);
      if (!range) throw new AppError('NOT_FOUND');
      if (file.index >= countOpenSegments(track, previewMs)) throw new AppError('FORBIDDEN');
      return bytesOf(media, track, 'segment', range);
    },
  };
}

const megabytesPerMinute = (track: EncodedTrack): number => (averageRate(track) * 60) / 8 / 1_000_000;

function openSeconds(tracks: readonly EncodedTrack[], previewMs: number): number {
  const [first] = [...pictureTracks(tracks), ...tracks];
  if (!first) return 0;
  return first.segmentMs.slice(0, countOpenSegments(first, previewMs)).reduce((sum, ms) => sum + ms, 0) / 1000;
}
