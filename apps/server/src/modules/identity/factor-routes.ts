import { factorsOperations } from '@vlam/contract/identity-factors';
import { stepUpMs } from '@vlam/contract/operation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { createBrowserOf } from './browser-of.ts';
import type { CookieJar } from './cookie-jar.ts';
import type { IdentityService } from './service.ts';

export function factorRoutes({
  identity,
  config,
  cookies,
}: {
  identity: IdentityService;
  config: Config;
  cookies: CookieJar;
}): BoundOperation[] {
  const { factors, secondStep } = identity;
  const { passkeyOnly } = secondStep;
  const browserOf = createBrowserOf(config);

  async function finish(reply: FastifyReply, signingIn: ReturnType<typeof secondStep.finishWithCode>) {
    const answer = cookies.answer(reply, await signingIn);
    cookies.clearPending(reply);
    return answer;
  }
  const pendingOf = (request: FastifyRequest) => cookies.pendingOf(request);

  return bind(factorsOperations, {
    accountSecurity: ({ viewer }) => factors.security(viewer),
    enableTwoFactor: ({ viewer }) => factors.enable(viewer),
    verifyTwoFactor: async ({ viewer, body }) => ({ recoveryCodes: await factors.confirm(viewer, body.code) }),
    disableTwoFactor: async ({ viewer }) => {
      await factors.disable(viewer);
      return undefined;
    },
    renewRecoveryCodes: async ({ viewer }) => ({ recoveryCodes: await factors.renewRecoveryCodes(viewer) }),
    passkeyOptions: ({ viewer }) => factors.passkeyOptions(viewer),
    addPasskey: ({ viewer, body }) => factors.addPasskey(viewer, body),
    removePasskey: async ({ viewer, params }) => {
      await factors.removePasskey(viewer, params.id);
      return undefined;
    },

    secondStep: async ({ request }) => {
      const methods = await secondStep.pendingMethods(pendingOf(request));
      return { secondStep: methods && { methods } };
    },
    finishSignIn: ({ request, reply, body }) =>
      finish(reply, secondStep.finishWithCode(pendingOf(request), body.code, browserOf(request))),
    passkeySignInOptions: ({ request }) => secondStep.passkeySignInOptions(pendingOf(request)),
    passkeySignIn: ({ request, reply, body }) =>
      finish(reply, secondStep.finishWithPasskey(pendingOf(request), body.assertion, browserOf(request))),
    passkeyOnlyOptions: async ({ reply }) => {
      const { token, options } = await passkeyOnly.begin();
      cookies.setChallenge(reply, token);
      return options;
    },
    passkeyOnlySignIn: ({ request, reply, body }) => {
      // Before the outcome is known: a refused try also ends its challenge.
      cookies.clearChallenge(reply);
      return finish(reply, passkeyOnly.finish(cookies.challengeOf(request), body.assertion, browserOf(request)));
    },

    stepUpOptions: ({ viewer }) => factors.stepUpOptions(viewer),
    stepUp: async ({ viewer, body, reply }) => {
      const { proofToken, at } = await identity.stepUp(viewer, body);
      cookies.setProof(reply, proofToken);
      return { provenUntil: new Date(at.getTime() + stepUpMs).toISOString() };
    },
  });
}
