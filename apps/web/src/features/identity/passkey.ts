import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { operations } from '@vlam/contract';
import type { BodyInputOf } from '@vlam/contract/operation';
import { type Answer, api } from '../../lib/api.ts';

type NewCredential = BodyInputOf<(typeof operations)['addPasskey']>['credential'];
type Assertion = BodyInputOf<(typeof operations)['passkeySignIn']>['assertion'];

/** Whether the member closed the browser's own dialog, or it found no passkey: no fault to report. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Asks the browser to make a passkey. */
export async function createPasskey(options: Answer<'passkeyOptions'>): Promise<NewCredential> {
  const { id, response } = await startRegistration({ optionsJSON: options });
  return {
    id,
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
    transports: (response.transports ?? []) as NewCredential['transports'],
  };
}

/** Signs in with a passkey alone: the browser offers the ones it has for this site. */
export async function signInByPasskey(): Promise<Answer<'passkeyOnlySignIn'>> {
  const optionsJSON = await api.passkeyOnlyOptions();
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return api.passkeyOnlySignIn({
    body: { assertion: { id, clientDataJSON, authenticatorData, signature, userHandle } },
  });
}

/** Asks the browser for one of the account's passkeys. */
export async function askForPasskey(options: Answer<'passkeySignInOptions'>): Promise<Assertion> {
  const { id, response } = await startAuthentication({ optionsJSON: options });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}
