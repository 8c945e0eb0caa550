import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Steps before and after the present one that are accepted, for clocks that differ. */
const window = 1;

/** 160 bits, as RFC 4226 asks for. */
export const newSecret = (): Buffer => randomBytes(20);

const authenticator = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: 'Vlam',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/** What an authenticator app reads from the QR code, and the secret for typing it in. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const shown = authenticator(secret, email);
  return { secret: shown.secret.base32, uri: shown.toString() };
}

/** The time step whose code this is, or null. */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const delta = authenticator(secret).validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}
