import { languages } from '@vlam/contract/constants';
import type { Config } from './config.ts';
import type { SettingValues } from './operator-settings.ts';

/** Settings the shell needs before sign-in; also written into the page, so that they cost no request. */
export const publicSettings = (
  config: Pick<Config, 'demo' | 'openDemo' | 'oidc' | 'paymentProvider'>,
  version: string,
  {
    notice,
    signUpsOpen,
    livesAndCallsStopped,
    appealAnswerDays,
  }: Pick<SettingValues, 'notice' | 'signUpsOpen' | 'livesAndCallsStopped' | 'appealAnswerDays'>,
) => ({
  demo: config.demo,
  openDemo: config.openDemo,
  externalSignIn: config.oidc !== null,
  payments: config.paymentProvider !== null,
  languages: [...languages],
  version,
  notice,
  signUpsOpen,
  livesAndCallsStopped,
  appealAnswerDays,
});
