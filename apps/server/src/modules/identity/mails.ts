import { firstFactorDays, newEmailLinkHours, takeBackDays } from '@vlam/contract/identity-account';
import type { Config } from '../../platform/config.ts';
import type { Mail } from '../../platform/mailer.ts';
import { say, verbatim, type Words } from '../../platform/words.ts';

/** Mails of this module. Subjects are neutral: they can show on a lock screen. */
export const welcomeMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: say`Welcome to Vlam`,
  text: [
    say`Welcome to Vlam.`,
    say`Your account is ready: ${publicUrl}/login`,
    say`Free credits come to a confirmed address. Confirm this one: ${publicUrl}/account?confirm=${token}`,
    say`If you did not make it, somebody typed your address. You can take the account over here: ${publicUrl}/forgot-password`,
  ],
});

export const confirmMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: say`Confirm your address`,
  text: [
    say`Open this link within 7 days to confirm your address. You are asked to sign in first.`,
    verbatim(`${publicUrl}/account?confirm=${token}`),
    say`If you did not ask for it, there is nothing to do.`,
  ],
});

export const alreadyMemberMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: say`You already have a Vlam account`,
  text: [
    say`Somebody has just signed up at Vlam with this address. It already has an account, and nothing about that has changed.`,
    say`If it was you, sign in to the account you have: ${publicUrl}/login`,
    say`Forgotten the password? ${publicUrl}/forgot-password`,
    say`If it was not you, there is nothing to do.`,
  ],
});

export const resetMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: say`Choose a new Vlam password`,
  text: [
    say`Open this link within 15 minutes to choose a new password. It works once.`,
    verbatim(`${publicUrl}/reset-password?token=${token}`),
    say`If you did not ask for it, there is nothing to do: your password stays as it is.`,
  ],
});

/** `signedOut`: every device, or every one but that which changed it. */
export const passwordChangedMail = (to: string, publicUrl: string, signedOut: 'everywhere' | 'here'): Mail => ({
  to,
  subject: say`Your Vlam password was changed`,
  text: [
    signedOut === 'everywhere'
      ? say`Your password was changed just now, and every device was signed out.`
      : say`Your password was changed just now, and every other device was signed out.`,
    say`If it was not you, choose a new one at once: ${publicUrl}/forgot-password`,
  ],
});

/** `device` is one of the names that the server gives browsers, never text of a request. */
export const newDeviceMail = (to: string, publicUrl: string, { device, at }: { device: string; at: Words }): Mail => ({
  to,
  subject: say`A new sign-in to your account`,
  text: [
    say`Somebody signed in to your account at ${at} with a browser that had not been used for it before: ${device}.`,
    say`If it was you, there is nothing to do.`,
    say`If it was not you, end that session and choose a new password at once: ${publicUrl}/account`,
    say`A passkey opens your account without the password: remove each one you did not add: ${publicUrl}/account`,
    say`Forgotten the password? ${publicUrl}/forgot-password`,
  ],
});

export type FactorChange = 'codes added' | 'passkey added' | 'removed';

/** `link` removes it with everything else that is asked for at a sign-in; the first second factor of an account has one. */
export const factorMail = (
  to: string,
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  what: FactorChange,
  link: string | null,
): Mail => {
  const added =
    what === 'passkey added'
      ? say`A way to sign in was added to your account just now: a passkey, which opens it without the password.`
      : what === 'removed'
        ? say`A second step of signing in was removed from your account just now.`
        : say`A second step of signing in was added to your account just now.`;
  const ways = {
    byLink: [
      say`If it was not you, open this link within ${firstFactorDays} days and choose a new password. It removes what was added and signs every device out: ${publicUrl}/reset-password?factor=${link ?? ''}`,
      say`If it was you, keep this mail to yourself, and never open that link.`,
    ],
    ofPasskey: [
      say`If it was not you, remove it at once: ${publicUrl}/account`,
      say`Then choose a new password: ${publicUrl}/forgot-password. With that, a passkey of the last seven days no longer opens your account alone.`,
      say`If you are asked for a passkey you do not have, write to ${supportEmail}.`,
    ],
    ofCodes: [
      say`See which ones it has: ${publicUrl}/security`,
      say`If it was not you, choose a new password at once: ${publicUrl}/forgot-password`,
    ],
  };
  const way = link ? 'byLink' : what === 'passkey added' ? 'ofPasskey' : 'ofCodes';
  return { to, subject: say`How you sign in to Vlam has changed`, text: [added, ...ways[way]] };
};

export const newAddressMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: say`Confirm your new address`,
  text: [
    say`Open this link within ${newEmailLinkHours} hours to sign in to Vlam with this address from now on. You are asked to sign in as before first.`,
    verbatim(`${publicUrl}/account?address=${token}`),
    say`If you did not ask for it, there is nothing to do: nobody can use your address without this link.`,
  ],
});

/** For the owner of an address that another account asked for. */
export const addressTakenMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: say`Somebody asked for your address`,
  text: [
    say`Somebody wanted to use this address for another Vlam account. It has an account already, and nothing about that has changed.`,
    say`If it was you, sign in to the account you have: ${publicUrl}/login`,
    say`If it was not you, there is nothing to do.`,
  ],
});

/** To the address that is left; the new one stays unnamed, since another person may read this mailbox. */
export const emailChangedMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: say`Your Vlam address was changed`,
  text: [
    say`Your account has another address since just now, and this one no longer opens it.`,
    say`If it was you, there is nothing to do.`,
    say`If it was not you, take it back within ${takeBackDays} days. You choose a new password, and every device is signed out: ${publicUrl}/reset-password?address=${token}`,
  ],
});

/** To an address whose account went back to its earlier one. */
export const addressTakenBackMail = (to: string, supportEmail: string): Mail => ({
  to,
  subject: say`Your Vlam address was changed`,
  text: [
    say`Your account is back at the address it had before this one. That was done with a link that was mailed there.`,
    say`If it was not you, write to ${supportEmail}.`,
  ],
});

export const cameBackMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: say`Your account is open again`,
  text: [
    say`You signed in and chose to keep your account. Nothing of it is deleted.`,
    say`If it was not you, choose a new password at once: ${publicUrl}/forgot-password`,
  ],
});
