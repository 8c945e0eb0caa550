import type { callsOperations } from '@vlam/contract/calls';
import type { ResponseOf } from '@vlam/contract/operation';
import type { Config } from '../../platform/config.ts';
import { createRelayCredentials } from '../../platform/relay.ts';

type IceServers = ResponseOf<typeof callsOperations.callIceServers>;

/** Whether calls are possible: through a relay, or directly where the operator allows it. */
export const takesCalls = (config: Pick<Config, 'turn' | 'directCalls'>): boolean =>
  config.turn !== null || config.directCalls;

/** Credentials of the relay for one side of one call. With a relay, the two sides use nothing else. */
export function createRelay(config: Pick<Config, 'turn' | 'keys'>) {
  const credentialsFor = createRelayCredentials(config, 'calls.relay');
  return (callId: string, profileId: string, now: Date): IceServers => ({
    ...credentialsFor(callId, profileId, now),
    relayOnly: config.turn !== null,
  });
}
