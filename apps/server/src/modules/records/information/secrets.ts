import type { Config } from '../../../platform/config.ts';

/** Texts and addresses of requests about personal information, sealed by their request. */
export function createInformationSecrets({ keys }: Pick<Config, 'keys'>) {
  const sealer = keys.sealer('information requests');
  return {
    seal: (requestId: string, text: string): Buffer => sealer.seal(text, requestId),
    open: (requestId: string, sealed: Buffer): string => sealer.open(sealed, requestId),
  };
}
export type InformationSecrets = ReturnType<typeof createInformationSecrets>;
