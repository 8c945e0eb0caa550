import { Readable } from 'node:stream';
import type { StreamView } from '@vlam/contract/media';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ByteRange, Storage } from '../../../platform/storage.ts';
import type { CaptionReader } from '../captions/captions.ts';
import { piecesIn, placesOf, type SegmentPlace } from '../film-mark/segment-places.ts';
import type { ViewerVariants } from '../film-mark/viewer-variants.ts';
import type { Media, StoredMedia } from '../media.ts';
import { type EncodedTrack, trackFileName } from './outcome.ts';
import {
  averageRate,
  countOpenSegments,
  masterPlaylist,
  pictureTracks,
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
  /** The account whose mark the picture carries; null for the plain film. */
  markedFor: string | null;
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
  variants: Pick<ViewerVariants, 'segmentsFor'>;
}

/** Reads the files of streams by their index; knows no rights. */
export function createStreamReader({ db, storage, captions, variants }: StreamReaderDependencies): StreamReader {
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

  /** Pieces of stored files, one after the other. */
  const bytesOf = (media: StoredMedia, type: StreamBytes['type'], pieces: readonly SegmentPlace[]): StreamBytes => ({
    type,
    byteSize: pieces.reduce((sum, { start, end }) => sum + end - start + 1, 0),
    read: (range) => {
      const parts = piecesIn(pieces, range).map(
        ({ file, start, end }) =>
          () =>
            storage.read(`${media.storageKey}/${trackFileName(file)}`, { start, end }),
      );
      const [only] = parts;
      return parts.length === 1 && only ? only() : Readable.from(oneAfterTheOther(parts), { objectMode: false });
    },
  });

  /** The segments of a track as this viewer gets them; sound is not marked. */
  const segmentsOf = async (media: StoredMedia, track: EncodedTrack, markedFor: string | null) =>
    markedFor === null || track.width === null
      ? placesOf(track.name, track)
      : variants.segmentsFor(media, track, markedFor);

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

    async open(media, { file, previewMs, query, markedFor }) {
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
      const init = { file: track.name, start: 0, end: track.initSize - 1 };
      if (file.kind === 'init') return bytesOf(media, 'whole', [init]);
      const segments = await segmentsOf(media, track, markedFor);
      if (file.kind === 'hover') {
        const count = countOpenSegments(track, Math.min(hoverMs, previewMs ?? hoverMs));
        return bytesOf(media, 'whole', [init, ...segments.slice(0, count)]);
      }
      const segment = segments[file.index];
      if (!segment) throw new AppError('NOT_FOUND');
      if (file.index >= countOpenSegments(track, previewMs)) throw new AppError('FORBIDDEN');
      return bytesOf(media, 'segment', [segment]);
    },
  };
}

const megabytesPerMinute = (track: EncodedTrack): number => (averageRate(track) * 60) / 8 / 1_000_000;

function openSeconds(tracks: readonly EncodedTrack[], previewMs: number): number {
  const [first] = [...pictureTracks(tracks), ...tracks];
  if (!first) return 0;
  return first.segmentMs.slice(0, countOpenSegments(first, previewMs)).reduce((sum, ms) => sum + ms, 0) / 1000;
}

async function* oneAfterTheOther(parts: readonly (() => Readable)[]): AsyncGenerator<Buffer> {
  for (const read of parts) yield* read();
}
