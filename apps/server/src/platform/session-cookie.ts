import { createHash } from 'node:crypto';
import type { Config } from './config.ts';

/** The `__Host-` prefix binds the cookie to this exact host; browsers accept it only over https. */
export const sessionCookieName = (config: Pick<Config, 'secureCookies'>): string =>
  config.secureCookies ? '__Host-session' : 'session';

/** The hash stored for a session's token (32 bytes). */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
