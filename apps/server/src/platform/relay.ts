import { createHmac } from 'node:crypto';
import type { Config } from './config.ts';
import { blindIndex } from './keys.ts';

/** Validity of relay credentials. */
const validForMs = 10 * 60_000;

export interface RelayCredentials {
  iceServers: { urls: string[]; username: string; credential: string }[];
  expiresAt: string | null;
}

/** Credentials for one side of one connection, as coturn's `use-auth-secret` reads them; none without a relay. */
export function createRelayCredentials(config: Pick<Config, 'turn' | 'keys'>, purpose: string) {
  const key = config.keys.lookup(purpose);
  return (connection: string, side: string, now: Date): RelayCredentials => {
    if (!config.turn) return { iceServers: [], expiresAt: null };
    const expires = Math.floor((now.getTime() + validForMs) / 1000);
    // The relay's log must not show which two members are connected.
    const username = `${expires}:${blindIndex(key, `${connection} ${side}`).toString('hex').slice(0, 24)}`;
    const credential = createHmac('sha1', config.turn.secret).update(username).digest('base64');
    return {
      iceServers: [{ urls: [...config.turn.urls], username, credential }],
      expiresAt: new Date(expires * 1000).toISOString(),
    };
  };
}
