import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { askForPasskey } from '../features/identity/passkey.ts';
import { api, codeOf } from '../lib/api.ts';

/** How long the device's own prompt stays, in milliseconds. */
const promptMs = 60_000;
export type Proof = 'passkey' | 'password' | 'code';

/** How the member can prove who they are; null when no one is signed in. */
export async function proofsOf(): Promise<Proof[] | null> {
  try {
    return (await api.stepUpOptions()).methods;
  } catch (error) {
    if (codeOf(error) === 'UNAUTHORIZED') return null;
    throw error;
  }
}

/** Proves to the server who is there; rejects with its refusal. A passkey's prompt ends after 60 seconds. */
export async function prove(proof: Proof, typed = ''): Promise<void> {
  if (proof === 'password') return void (await api.stepUp({ body: { password: typed } }));
  if (proof === 'code') return void (await api.stepUp({ body: { code: typed } }));
  const { passkey } = await api.stepUpOptions();
  if (!passkey) throw new Error('this account has no passkey');
  const timer = setTimeout(() => WebAuthnAbortService.cancelCeremony(), promptMs);
  try {
    await api.stepUp({ body: { assertion: await askForPasskey({ ...passkey, timeout: promptMs }) } });
  } finally {
    clearTimeout(timer);
  }
}

/** Verifies the person by their device. A failure is only logged, and is false. */
export async function verifyDevice(): Promise<boolean> {
  try {
    await prove('passkey');
    return true;
  } catch (error) {
    console.warn('device verification', error);
    return false;
  }
}
