import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** A 32-byte key for one purpose, derived from a data key (or the master key) by HKDF-SHA256. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'vlam', purpose, 32));

/** HMAC-SHA256 for looking up values that must not be readable. */
export const blindIndex = (key: Buffer | KeyObject, value: string): Buffer =>
  createHmac('sha256', key).update(value).digest();

/**
 * AES-256-GCM: 12-byte nonce, 16-byte tag, ciphertext. `context` is authenticated, so a value cannot be moved to
 * another owner.
 */
export function sealBytes(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens what `sealBytes` returned; throws when key, context or bytes differ. */
export function unsealBytes(key: Buffer, sealed: Buffer, context: string): Buffer {
  // A value that was cut off would bring a shorter tag, which is easier to guess.
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

/** Compares in constant time. */
export function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
