import { createHmac, type KeyObject } from 'node:crypto';
import { type CaptionLanguage, captionLanguages } from '@vlam/contract/rules/captions';
import type { Clock } from '../../../platform/clock.ts';
import type { KeyRing } from '../../../platform/key-ring.ts';
import { addressExpiry, isSignature, isTimely } from '../addresses.ts';

/** What an address of a stream opens, for one holder until an expiry: all of it, or only its free start. */
export interface StreamGrant {
  mediaId: string;
  /** Milliseconds of the free start; null for the whole stream. */
  previewMs: number | null;
  /** Seconds since 1970. */
  expires: number;
}

/** A file of a stream, as its address names it. */
export type StreamFile =
  | { kind: 'master' }
  | { kind: 'playlist'; track: string }
  | { kind: 'init'; track: string }
  | { kind: 'segment'; track: string; index: number }
  | { kind: 'hover' }
  | { kind: 'captions'; language: CaptionLanguage };

export interface RequestedStreamFile {
  file: StreamFile;
  grant: StreamGrant;
  signature: string;
}

const uuid = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const track = '(sound|saver|240p|360p|480p|720p|1080p)';
const masterFormat = new RegExp(`^${uuid}/index\\.m3u8$`);
const playlistFormat = new RegExp(`^${uuid}/${track}\\.m3u8$`);
const initFormat = new RegExp(`^${uuid}/${track}/init\\.mp4$`);
const segmentFormat = new RegExp(`^${uuid}/${track}/(0|[1-9]\\d{0,3})\\.m4s$`);
const captionsFormat = new RegExp(`^${uuid}/captions/(${captionLanguages.join('|')})\\.vtt$`);
const hoverFormat = new RegExp(`^${uuid}/hover\\.mp4$`);

function parsePath(path: string): { mediaId: string; file: StreamFile } | undefined {
  let [, id, name, index] = masterFormat.exec(path) ?? hoverFormat.exec(path) ?? [];
  if (id) return { mediaId: id, file: { kind: path.endsWith('.m3u8') ? 'master' : 'hover' } };
  [, id, name] = captionsFormat.exec(path) ?? [];
  if (id && name) return { mediaId: id, file: { kind: 'captions', language: name as CaptionLanguage } };
  [, id, name] = playlistFormat.exec(path) ?? [];
  if (id && name) return { mediaId: id, file: { kind: 'playlist', track: name } };
  [, id, name] = initFormat.exec(path) ?? [];
  if (id && name) return { mediaId: id, file: { kind: 'init', track: name } };
  [, id, name, index] = segmentFormat.exec(path) ?? [];
  if (id && name && index) return { mediaId: id, file: { kind: 'segment', track: name, index: Number(index) } };
  return undefined;
}

/** Parses the path and query of a stream's file; undefined for any other address. */
export function parseStreamAddress(
  path: string,
  query: Readonly<Record<string, unknown>>,
): RequestedStreamFile | undefined {
  const { e, f: preview, s: signature } = query;
  if (typeof e !== 'string' || !/^\d{10}$/.test(e)) return undefined;
  if (!isSignature(signature)) return undefined;
  if (preview !== undefined && (typeof preview !== 'string' || !/^[1-9]\d{0,4}$/.test(preview))) return undefined;
  const found = parsePath(path);
  if (!found) return undefined;
  const previewMs = preview === undefined ? null : Number(preview);
  return { file: found.file, grant: { mediaId: found.mediaId, previewMs, expires: Number(e) }, signature };
}

export interface StreamAddresses {
  /** The query that opens the files of a stream for a holder: an account, or a private link. And when it expires. */
  sign(holder: string, stream: Omit<StreamGrant, 'expires'>): { query: string; expires: number };
  /** The query of a grant that was verified, for the addresses in its playlists: they expire with it. */
  continue(holder: string, grant: StreamGrant): string;
  verify(holder: string, grant: StreamGrant, signature: string): boolean;
}

export function createStreamAddresses(keys: KeyRing, clock: Clock): StreamAddresses {
  const signer = keys.signer('stream addresses', 16);
  const hashOf =
    (holder: string, { mediaId, previewMs, expires }: StreamGrant) =>
    (key: KeyObject) =>
      createHmac('sha256', key)
        .update(`${mediaId}\n${previewMs ?? ''}\n${expires}\n${holder}`)
        .digest()
        .subarray(0, 16);
  const write = (holder: string, grant: StreamGrant) =>
    `?e=${grant.expires}${grant.previewMs === null ? '' : `&f=${grant.previewMs}`}&s=${signer.sign(hashOf(holder, grant))}`;
  return {
    sign(holder, stream) {
      const expires = addressExpiry(clock);
      return { query: write(holder, { ...stream, expires }), expires };
    },
    continue: write,
    verify: (holder, grant, signature) =>
      isTimely(clock, grant.expires) && signer.verify(signature, hashOf(holder, grant)),
  };
}
