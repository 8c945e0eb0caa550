import type { CDPSession, Page } from 'playwright-core';

export interface Authenticator {
  devtools: CDPSession;
  id: string;
}

/** Gives the page's browser a device that keeps passkeys and verifies its person. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, id: authenticatorId };
}

/** Whether the device recognises its person from now on. */
export const recognise = ({ devtools, id }: Authenticator, isUserVerified: boolean) =>
  devtools.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified });
