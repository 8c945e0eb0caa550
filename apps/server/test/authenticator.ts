import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows for this secret at this moment. */
export const codeAt = (secret: string, now: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });

/** What a passkey ceremony may do wrong. */
export interface Ceremony {
  challenge: string;
  origin: string;
  rpId?: string;
  /** False: the person was present but not verified. */
  verified?: boolean;
  /** Signatures made so far; 0 for authenticators that do not count. */
  counter?: number;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
/** A byte string of up to 65,535 bytes in CBOR. */
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** An authenticator with one key, as a security key or phone would answer. */
export function createAuthenticator() {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const client = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const dataOf = ({ origin, rpId = new URL(origin).hostname, verified = true, counter = 0 }: Ceremony, flags = 0) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 1 | (verified ? 4 : 0)]), count]);
  };
  return {
    id: id.toString('base64url'),
    create(ceremony: Ceremony) {
      const idLength = Buffer.from([id.length >> 8, id.length & 255]);
      const data = Buffer.concat([dataOf(ceremony, 0x40), Buffer.alloc(16), idLength, id, coseKeyOf(publicKey)]);
      const attestation = [cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])];
      return {
        id: id.toString('base64url'),
        clientDataJSON: client('webauthn.create', ceremony).toString('base64url'),
        attestationObject: Buffer.concat([
          Buffer.from([0xa3]),
          ...attestation,
          cborText('authData'),
          cborBytes(data),
        ]).toString('base64url'),
        transports: ['internal' as const],
      };
    },
    get(ceremony: Ceremony) {
      const clientData = client('webauthn.get', ceremony);
      const data = dataOf(ceremony);
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString('base64url'),
      };
    },
  };
}

/** An ES256 key in COSE. */
function coseKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), coordinate(0x21, x), coordinate(0x22, y)]);
}
