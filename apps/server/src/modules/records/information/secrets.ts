import type { Config } from '../../../platform/config.ts';
import { deriveKey, seal, unseal } from '../../../platform/keys.ts';

/** Texts and addresses of requests about personal information, sealed by their request. */
export function createInformationSecrets({ masterKey }: Pick<Config, 'masterKey'>) {
  const key = deriveKey(masterKey, 'information requests');
  return {
    seal: (requestId: string, text: string): Buffer => seal(key, text, requestId),
    open: (requestId: string, sealed: Buffer): string => unseal(key, sealed, requestId),
  };
}
export type InformationSecrets = ReturnType<typeof createInformationSecrets>;
