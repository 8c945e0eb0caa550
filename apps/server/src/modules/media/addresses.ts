import { createHmac, type KeyObject } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { ClipContainer } from './clip/outcome.ts';
import type { PictureFormat } from './process-image.ts';

/** One picture file, for one account, until an expiry. */
export interface PictureAddress {
  mediaId: string;
  width: number;
  format: PictureFormat;
  /** Whether the viewer's mark is embedded. */
  marked: boolean;
  /** Seconds since 1970. */
  expires: number;
}

/** One clip, for one account, until an expiry. */
export interface ClipAddress {
  mediaId: string;
  container: ClipContainer;
  /** Seconds since 1970. */
  expires: number;
}

/** An address is valid for three to five minutes, and stays the same text for two. */
const minValiditySeconds = 180;
const windowSeconds = 120;

const secondsOf = (clock: Clock): number => clock.now().getTime() / 1000;
/** When an address that is made now expires, in seconds since 1970. */
export const addressExpiry = (clock: Clock): number =>
  Math.ceil((secondsOf(clock) + minValiditySeconds) / windowSeconds) * windowSeconds;
/** Whether an address is still valid, and no expiry that we never gave. */
export const isTimely = (clock: Clock, expires: number): boolean =>
  expires > secondsOf(clock) && expires <= secondsOf(clock) + minValiditySeconds + windowSeconds;

/** 128 bits, and the id of their key. */
const signatureBytes = 16;
/** Whether this can be a signature of 128 bits, with the id of its key or without. */
export const isSignature = (text: unknown): text is string =>
  typeof text === 'string' && (text.length === 22 || text.length === 24);

const clipFormat = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/clip\.(mp4|webm)$/;
const pathFormat = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9]\d{0,3})\.(webp|avif)$/;

export interface Addresses {
  expiry(): number;
  /** Path and query of a picture in either format, signed for an account. */
  sign(accountId: string, picture: Omit<PictureAddress, 'format'>): Record<PictureFormat, string>;
  /** The address if its signature is for this account and it has not expired, else null. */
  verify(accountId: string, address: PictureAddress, signature: string): boolean;
  signClip(accountId: string, clip: ClipAddress): string;
  verifyClip(accountId: string, clip: ClipAddress, signature: string): boolean;
}

export function createAddresses(keys: KeyRing, clock: Clock): Addresses {
  const signer = keys.signer('media addresses', signatureBytes);
  // 128 bits per format, the two halves of one HMAC-SHA256: a feed carries hundreds of addresses.
  const halvesOf = (
    key: KeyObject,
    accountId: string,
    { mediaId, width, marked, expires }: Omit<PictureAddress, 'format'>,
  ) => {
    const both = createHmac('sha256', key)
      .update(`${mediaId}\n${width}\n${marked ? 1 : 0}\n${expires}\n${accountId}`)
      .digest();
    return { webp: both.subarray(0, signatureBytes), avif: both.subarray(signatureBytes) };
  };
  const clipHash =
    (accountId: string, { mediaId, container, expires }: ClipAddress) =>
    (key: KeyObject) =>
      createHmac('sha256', key)
        .update(`${mediaId}\nclip.${container}\n${expires}\n${accountId}`)
        .digest()
        .subarray(0, signatureBytes);
  return {
    expiry: () => addressExpiry(clock),
    sign(accountId, picture) {
      const { mediaId, width, marked, expires } = picture;
      const { id, key } = signer.now();
      const { webp, avif } = halvesOf(key, accountId, picture);
      const write = (format: PictureFormat, half: Buffer) =>
        `/m/${mediaId}/${width}.${format}?e=${expires}${marked ? '&p=1' : ''}&s=${signer.write(id, half)}`;
      return { webp: write('webp', webp), avif: write('avif', avif) };
    },
    verify: (accountId, address, signature) =>
      isTimely(clock, address.expires) &&
      signer.verify(signature, (key) => halvesOf(key, accountId, address)[address.format]),
    signClip(accountId, clip) {
      const signature = signer.sign(clipHash(accountId, clip));
      return `/m/${clip.mediaId}/clip.${clip.container}?e=${clip.expires}&s=${signature}`;
    },
    verifyClip: (accountId, clip, signature) =>
      isTimely(clock, clip.expires) && signer.verify(signature, clipHash(accountId, clip)),
  };
}

export type RequestedFile =
  | { kind: 'picture'; address: PictureAddress; signature: string }
  | { kind: 'clip'; address: ClipAddress; signature: string };

/**
 * Parses `{mediaId}/{width}.{format}` or `{mediaId}/clip.{container}` and the query; undefined for any other address.
 */
export function parseAddress(path: string, query: Readonly<Record<string, unknown>>): RequestedFile | undefined {
  const { e, p: marked, s: signature } = query;
  if (typeof e !== 'string' || !/^\d{10}$/.test(e)) return undefined;
  if (!isSignature(signature)) return undefined;
  const expires = Number(e);
  const [, clipId, container] = clipFormat.exec(path) ?? [];
  if (clipId && container)
    return {
      kind: 'clip',
      address: { mediaId: clipId, container: container as ClipContainer, expires },
      signature,
    };
  const [, mediaId, width, format] = pathFormat.exec(path) ?? [];
  if (!mediaId || !width || !format) return undefined;
  return {
    kind: 'picture',
    address: { mediaId, width: Number(width), format: format as PictureFormat, marked: marked === '1', expires },
    signature,
  };
}
