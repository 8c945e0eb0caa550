import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A 32-byte key for one purpose, derived from the master key by HKDF-SHA256. */
export const deriveKey = (masterKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, 'vlam', purpose, 32));

/** HMAC-SHA256 for looking up values that must not be readable. */
export const blindIndex = (key: Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest();

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
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

/** As `sealBytes`, for text. */
export const seal = (key: Buffer, plain: string, context: string): Buffer =>
  sealBytes(key, Buffer.from(plain), context);

/** As `unsealBytes`, for text. */
export const unseal = (key: Buffer, sealed: Buffer, context: string): string =>
  unsealBytes(key, sealed, context).toString('utf8');

/** Compares in constant time. */
export function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
