import { languages } from '@vlam/contract/constants';
import type { Config } from './config.ts';

/** What the shell must know before anyone signs in; also written into the page, so that it costs no request. */
export const publicSettings = (config: Pick<Config, 'demo' | 'oidc'>, version: string) => ({
  demo: config.demo,
  externalSignIn: config.oidc !== null,
  languages: [...languages],
  version,
});
