import { accountOperations } from '@vlam/contract/identity-account';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { CookieJar } from './cookie-jar.ts';
import type { IdentityService } from './service.ts';

export function accountRoutes(deps: { identity: IdentityService; cookies: CookieJar }): BoundOperation[] {
  const { identity, cookies } = deps;
  return bind(accountOperations, {
    changeEmail: async ({ viewer, body }) => {
      await identity.changeEmail(viewer, body);
      return undefined;
    },
    confirmNewEmail: async ({ viewer, body, reply }) => {
      const { email, session } = await identity.confirmNewEmail(viewer, body.token);
      cookies.setSession(reply, session);
      return { email };
    },
    takeBackEmail: async ({ body }) => {
      await identity.takeBackEmail(body.token, body.password);
      return undefined;
    },
    takeBackSignIn: async ({ body }) => {
      await identity.takeBackSignIn(body.token, body.password);
      return undefined;
    },
    setNewDeviceAlert: async ({ viewer, body }) => {
      await identity.setNewDeviceAlert(viewer, body.on);
      return undefined;
    },
    changePassword: async ({ viewer, body, reply }) => {
      cookies.setSession(reply, await identity.changePassword(viewer, body));
      return undefined;
    },
  });
}
