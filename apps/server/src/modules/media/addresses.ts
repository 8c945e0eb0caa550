import { createHmac, createSecretKey } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { deriveKey, sameBytes } from '../../platform/keys.ts';
import type { PictureFormat } from './process-image.ts';

/** One picture file, for one account, until a moment. */
export interface PictureAddress {
  mediaId: string;
  width: number;
  format: PictureFormat;
  /** Whether the viewer's mark is embedded. */
  marked: boolean;
  /** Seconds since 1970. */
  expires: number;
}

/** An address is good for at least three minutes and at most five, and is the same text for two. */
const leastSeconds = 180;
const windowSeconds = 120;

const pathFormat = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([1-9]\d{0,3})\.(webp|avif)$/;

export interface Addresses {
  expiry(): number;
  /** Path and query of a picture in either format, signed for an account. */
  sign(accountId: string, picture: Omit<PictureAddress, 'format'>): Record<PictureFormat, string>;
  /** The address if its signature is for this account and it has not expired, else null. */
  verify(accountId: string, address: PictureAddress, signature: string): boolean;
}

export function createAddresses(masterKey: Buffer, clock: Clock): Addresses {
  // A key object: given bytes, each HMAC would first make one, at seven times the cost.
  const key = createSecretKey(deriveKey(masterKey, 'media addresses'));
  const nowSeconds = () => clock.now().getTime() / 1000;
  // 128 bits for each format, the two halves of one HMAC-SHA256: a feed carries hundreds of these.
  const halvesOf = (accountId: string, { mediaId, width, marked, expires }: Omit<PictureAddress, 'format'>) => {
    const both = createHmac('sha256', key)
      .update(`${mediaId}\n${width}\n${marked ? 1 : 0}\n${expires}\n${accountId}`)
      .digest();
    return { webp: both.subarray(0, 16), avif: both.subarray(16) };
  };
  return {
    expiry: () => Math.ceil((nowSeconds() + leastSeconds) / windowSeconds) * windowSeconds,
    sign(accountId, picture) {
      const { mediaId, width, marked, expires } = picture;
      const { webp, avif } = halvesOf(accountId, picture);
      const write = (format: PictureFormat, signature: Buffer) =>
        `/m/${mediaId}/${width}.${format}?e=${expires}${marked ? '&p=1' : ''}&s=${signature.toString('base64url')}`;
      return { webp: write('webp', webp), avif: write('avif', avif) };
    },
    verify: (accountId, address, signature) =>
      address.expires > nowSeconds() &&
      address.expires <= nowSeconds() + leastSeconds + windowSeconds &&
      sameBytes(halvesOf(accountId, address)[address.format], Buffer.from(signature, 'base64url')),
  };
}

/** Reads `{mediaId}/{width}.{format}` and the query; undefined when it is no address of ours. */
export function parseAddress(
  path: string,
  query: Readonly<Record<string, unknown>>,
): { address: PictureAddress; signature: string } | undefined {
  const [, mediaId, width, format] = pathFormat.exec(path) ?? [];
  const { e: expires, p: marked, s: signature } = query;
  if (!mediaId || !width || !format) return undefined;
  if (typeof expires !== 'string' || !/^\d{10}$/.test(expires)) return undefined;
  if (typeof signature !== 'string' || signature.length !== 22) return undefined;
  return {
    address: {
      mediaId,
      width: Number(width),
      format: format as PictureFormat,
      marked: marked === '1',
      expires: Number(expires),
    },
    signature,
  };
}
