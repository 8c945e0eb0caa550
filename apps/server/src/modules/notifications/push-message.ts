import { createECDH } from 'node:crypto';
import webpush from 'web-push';
import type { Config } from '../../platform/config.ts';
import type { PushRequest } from './push-endpoint.ts';

/** Every message has this many bytes before it is encrypted, whatever its content. */
export const messageBytes = 128;
/** How long a push service keeps it for a device that is offline, in seconds. */
const keptSeconds = 12 * 3_600;

export interface Vapid {
  publicKey: string;
  privateKey: string;
  subject: string;
}

/** The key pair that signs pushes (RFC 8292): the configured one, or one derived from the key of hashes. */
export function vapidOf(config: Pick<Config, 'keys' | 'vapidPrivateKey' | 'supportEmail'>): Vapid {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(config.vapidPrivateKey ?? config.keys.lookup('web push'));
  return {
    publicKey: pair.getPublicKey('base64url'),
    // Leading zeros are part of it.
    privateKey: pair
      .getPrivateKey()
      .toString('hex')
      .padStart(64, '0')
      .replace(/.+/, (hex) => Buffer.from(hex, 'hex').toString('base64url')),
    subject: `mailto:${config.supportEmail}`,
  };
}

/** The payload: the notification's id, the unread count and the disguise. No name, no text, and always one length. */
export function messageOf(notification: { id: string; unread: number; cover: string | null }): string {
  const text = JSON.stringify({
    id: notification.id,
    unread: notification.unread,
    as: notification.cover ?? undefined,
  });
  return text.padEnd(messageBytes, ' ');
}

/** Encrypts for one browser (RFC 8291) and signs for its push service. */
export function sealPush(
  device: { endpoint: string; p256dh: string; auth: string },
  message: string,
  vapid: Vapid,
): PushRequest {
  const { endpoint, p256dh, auth } = device;
  const details = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
    vapidDetails: vapid,
    TTL: keptSeconds,
    contentEncoding: 'aes128gcm',
    urgency: 'normal',
    // A newer one replaces one that was not delivered.
    topic: 'news',
  });
  const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
  return { endpoint, headers, body: details.body ?? Buffer.alloc(0) };
}
