import { createHmac } from 'node:crypto';
import type { callsOperations } from '@vlam/contract/calls';
import type { ResponseOf } from '@vlam/contract/operation';
import type { Config } from '../../platform/config.ts';
import { blindIndex, deriveKey } from '../../platform/keys.ts';

/** Validity of relay credentials. */
const validForMs = 10 * 60_000;

type IceServers = ResponseOf<typeof callsOperations.callIceServers>;

/** Whether calls are possible: through a relay, or directly where the operator allows it. */
export const takesCalls = (config: Pick<Config, 'turn' | 'directCalls'>): boolean =>
  config.turn !== null || config.directCalls;

/** Credentials of the relay for one side of one call, as coturn's `use-auth-secret` reads them; none without a relay. */
export function createRelay(config: Pick<Config, 'turn' | 'masterKey'>) {
  const key = deriveKey(config.masterKey, 'calls.relay');
  return (callId: string, profileId: string, now: Date): IceServers => {
    if (!config.turn) return { iceServers: [], relayOnly: false, expiresAt: null };
    const expires = Math.floor((now.getTime() + validForMs) / 1000);
    // The relay's log must not show which two members talked.
    const username = `${expires}:${blindIndex(key, `${callId} ${profileId}`).toString('hex').slice(0, 24)}`;
    const credential = createHmac('sha1', config.turn.secret).update(username).digest('base64');
    return {
      iceServers: [{ urls: [...config.turn.urls], username, credential }],
      relayOnly: true,
      expiresAt: new Date(expires * 1000).toISOString(),
    };
  };
}
