import { languages } from '@vlam/contract/constants';
import type { Config } from './config.ts';

/** What the shell must know before anyone signs in; also written into the page, so that it costs no request. */
export const publicSettings = (
  config: Pick<Config, 'demo' | 'openDemo' | 'oidc' | 'paymentProvider'>,
  version: string,
) => ({
  demo: config.demo,
  openDemo: config.openDemo,
  externalSignIn: config.oidc !== null,
  payments: config.paymentProvider !== null,
  languages: [...languages],
  version,
});
