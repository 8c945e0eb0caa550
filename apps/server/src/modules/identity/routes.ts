import { randomBytes } from 'node:crypto';
import { identityOperations } from '@vlam/contract/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { sessionCookieName } from '../../platform/session-cookie.ts';
import { accountRoutes } from './account-routes.ts';
import { createBrowserOf } from './browser-of.ts';
import { createCookieJar } from './cookie-jar.ts';
import { coverRoutes } from './cover-routes.ts';
import { externalCookieName, externalCookieSeconds, noteCookieName } from './external-sign-in.ts';
import { factorRoutes } from './factor-routes.ts';
import { logoutPage } from './logout-page.ts';
import { type IdentityService, testAccounts, testPassword } from './service.ts';
import { noteCookieSeconds } from './suspension-note.ts';

const resetAsked = 'If this email has an account, a link to choose a new password is on its way';

export function identityRoutes({ identity, config }: { identity: IdentityService; config: Config }): BoundOperation[] {
  const secure = config.secureCookies;
  const sessionCookie = sessionCookieName(config);
  const externalCookie = externalCookieName(config);
  const noteCookie = noteCookieName(config);
  const cookieRules = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;

  const browserOf = createBrowserOf(config);

  const cookies = createCookieJar(config);
  const { admit } = cookies;

  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await identity.logout(request.cookies[sessionCookie]);
    cookies.clearSession(reply);
    // Not "cookies": the device cookie identifies a known browser and spares its owner a wait.
    reply.header('clear-site-data', '"cache", "storage"');
  }

  const signingIn = bind(identityOperations, {
    register: async ({ body, request, reply }) => {
      const { id, firstName, lastName } = admit(reply, await identity.register(body, browserOf(request)));
      return { user: { id, firstName, lastName } };
    },
    login: async ({ body, request, reply }) => {
      const entered = await identity.login(body, browserOf(request));
      if ('pendingToken' in entered) {
        cookies.setPending(reply, entered.pendingToken);
        return { user: null, secondStep: { methods: entered.methods } };
      }
      return cookies.answer(reply, entered);
    },
    leavingAccount: async ({ request }) => {
      const found = await identity.leaving.find(cookies.leavingOf(request));
      return { eraseAt: found?.eraseAt.toISOString() ?? null };
    },
    comeBack: async ({ request, reply }) => {
      const answer = cookies.answer(
        reply,
        await identity.leaving.comeBack(cookies.leavingOf(request), browserOf(request)),
      );
      cookies.clearLeaving(reply);
      return answer;
    },
    testLogin: async ({ body, request, reply }) => {
      const { id, firstName, email } = admit(reply, await identity.testLogin(body, browserOf(request)));
      return { user: { id, firstName, email }, credits: await identity.creditBalance(id) };
    },
    listTestAccounts: () => {
      if (!config.demo) throw new AppError('NOT_FOUND');
      return testAccounts.map(({ label, email }) => ({ label, email, password: testPassword }));
    },
    logout: ({ request, reply }) => signOut(request, reply) as Promise<undefined>,
    currentUser: ({ viewer }) => identity.currentUser(viewer),
    forgotPassword: async ({ body }) => {
      await identity.requestReset(body.email);
      return { message: resetAsked };
    },
    resetPassword: async ({ body }) => {
      await identity.resetPassword(body.token, body.password);
      return undefined;
    },
    confirmEmail: async ({ viewer, body }) => {
      await identity.confirmEmail(viewer.accountId, body.token);
      return undefined;
    },
    sendConfirmation: async ({ viewer }) => {
      await identity.sendConfirmation(viewer.accountId);
      return undefined;
    },
    listSessions: ({ viewer }) => identity.listSessions(viewer),
    endSession: async ({ viewer, params }) => {
      await identity.endSession(viewer, params.id);
      return undefined;
    },
    endOtherSessions: async ({ viewer }) => ({ ended: await identity.endOtherSessions(viewer) }),

    startExternalSignIn: async ({ query, reply }) => {
      const begun = await identity.external.start(query.next).catch(problemPage);
      if (begun.browserSecret)
        reply.setCookie(externalCookie, begun.browserSecret, { ...cookieRules, maxAge: externalCookieSeconds });
      reply.redirect(begun.location);
      return undefined;
    },
    finishExternalSignIn: async ({ request, reply }) => {
      const query = request.url.slice(request.url.indexOf('?') + 1);
      const finished = await identity.external
        .finish(query, request.cookies[externalCookie], browserOf(request))
        .catch(problemPage);
      reply.clearCookie(externalCookie, cookieRules);
      if ('suspensionNote' in finished) {
        reply.setCookie(noteCookie, finished.suspensionNote, { ...cookieRules, maxAge: noteCookieSeconds });
        reply.redirect('/login?problem=suspended');
        return undefined;
      }
      if (finished.entered && 'pendingToken' in finished.entered) {
        cookies.setPending(reply, finished.entered.pendingToken);
        reply.redirect(`/login?step=second&next=${encodeURIComponent(finished.location)}`);
        return undefined;
      }
      if (finished.entered && 'leavingNote' in finished.entered) {
        cookies.setLeaving(reply, finished.entered.leavingNote);
        reply.redirect(`/login?step=leaving&next=${encodeURIComponent(finished.location)}`);
        return undefined;
      }
      if (finished.entered) admit(reply, finished.entered);
      reply.redirect(finished.location);
      return undefined;
    },
    externalSignInProblem: async ({ request, reply }) => {
      const note = request.cookies[noteCookie];
      // Shown once: the next person at this device sees nothing.
      if (note) reply.clearCookie(noteCookie, cookieRules);
      return { suspended: await identity.external.suspension(note) };
    },
    logoutPage: ({ viewer, reply }) => {
      if (!viewer) {
        reply.redirect('/');
        return undefined;
      }
      const nonce = randomBytes(16).toString('base64');
      reply
        .headers({
          'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; require-trusted-types-for 'script'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
          // With no-referrer the form would send "Origin: null", which older browsers are judged by.
          'referrer-policy': 'same-origin',
        })
        .type('text/html; charset=utf-8')
        .send(logoutPage(nonce));
      return undefined;
    },
    logoutSubmit: async ({ request, reply }) => {
      await signOut(request, reply);
      reply.redirect('/', 303);
      return undefined;
    },
  });
  return [
    ...signingIn,
    ...factorRoutes({ identity, config, cookies }),
    ...accountRoutes({ identity, cookies }),
    ...coverRoutes({ identity }),
  ];
}

/** Redirects a failed navigation to the sign-in page, which shows what went wrong. */
function problemPage(error: unknown): { location: string; browserSecret: null; entered: null } {
  if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error;
  return { location: '/login?problem=external', browserSecret: null, entered: null };
}
