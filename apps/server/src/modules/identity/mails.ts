import { firstFactorDays, newEmailLinkHours, takeBackDays } from '@vlam/contract/identity-account';
import type { Config } from '../../platform/config.ts';
import type { Mail } from '../../platform/mailer.ts';

/** Mails of this module. Subjects are neutral: they can show on a lock screen. */
export const welcomeMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: 'Welcome to Vlam',
  text: [
    'Welcome to Vlam.',
    `Your account is ready: ${publicUrl}/login`,
    `Free credits come to a confirmed address. Confirm this one: ${publicUrl}/account?confirm=${token}`,
    `If you did not make it, somebody typed your address. You can take the account over here: ${publicUrl}/forgot-password`,
  ].join('\n\n'),
});

export const confirmMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: 'Confirm your address',
  text: [
    'Open this link within 7 days to confirm your address. You are asked to sign in first.',
    `${publicUrl}/account?confirm=${token}`,
    'If you did not ask for it, there is nothing to do.',
  ].join('\n\n'),
});

export const alreadyMemberMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'You already have a Vlam account',
  text: [
    'Somebody has just signed up at Vlam with this address. It already has an account, and nothing about that has changed.',
    `If it was you, sign in to the account you have: ${publicUrl}/login`,
    `Forgotten the password? ${publicUrl}/forgot-password`,
    'If it was not you, there is nothing to do.',
  ].join('\n\n'),
});

export const resetMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: 'Choose a new Vlam password',
  text: [
    'Open this link within 15 minutes to choose a new password. It works once.',
    `${publicUrl}/reset-password?token=${token}`,
    'If you did not ask for it, there is nothing to do: your password stays as it is.',
  ].join('\n\n'),
});

/** `signedOut`: every device, or every one but that which changed it. */
export const passwordChangedMail = (to: string, publicUrl: string, signedOut: 'everywhere' | 'here'): Mail => ({
  to,
  subject: 'Your Vlam password was changed',
  text: [
    signedOut === 'everywhere'
      ? 'Your password was changed just now, and every device was signed out.'
      : 'Your password was changed just now, and every other device was signed out.',
    `If it was not you, choose a new one at once: ${publicUrl}/forgot-password`,
  ].join('\n\n'),
});

/** `device` is one of the names that the server gives browsers, never text of a request. */
export const newDeviceMail = (to: string, publicUrl: string, { device, at }: { device: string; at: string }): Mail => ({
  to,
  subject: 'A new sign-in to your account',
  text: [
    `Somebody signed in to your account at ${at} with a browser that had not been used for it before: ${device}.`,
    'If it was you, there is nothing to do.',
    `If it was not you, end that session and choose a new password at once: ${publicUrl}/account`,
    `A passkey opens your account without the password: remove each one you did not add: ${publicUrl}/account`,
    `Forgotten the password? ${publicUrl}/forgot-password`,
  ].join('\n\n'),
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
      ? 'A way to sign in was added to your account just now: a passkey, which opens it without the password.'
      : `A second step of signing in was ${what === 'removed' ? 'removed from' : 'added to'} your account just now.`;
  const ways = {
    byLink: [
      `If it was not you, open this link within ${firstFactorDays} days and choose a new password. It removes what was added and signs every device out: ${publicUrl}/reset-password?factor=${link}`,
      'If it was you, keep this mail to yourself, and never open that link.',
    ],
    ofPasskey: [
      `If it was not you, remove it at once: ${publicUrl}/account`,
      `Then choose a new password: ${publicUrl}/forgot-password. With that, a passkey of the last seven days no longer opens your account alone.`,
      `If you are asked for a passkey you do not have, write to ${supportEmail}.`,
    ],
    ofCodes: [
      `See which ones it has: ${publicUrl}/security`,
      `If it was not you, choose a new password at once: ${publicUrl}/forgot-password`,
    ],
  };
  const way = link ? 'byLink' : what === 'passkey added' ? 'ofPasskey' : 'ofCodes';
  return { to, subject: 'How you sign in to Vlam has changed', text: [added, ...ways[way]].join('\n\n') };
};

export const newAddressMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: 'Confirm your new address',
  text: [
    `Open this link within ${newEmailLinkHours} hours to sign in to Vlam with this address from now on. You are asked to sign in as before first.`,
    `${publicUrl}/account?address=${token}`,
    'If you did not ask for it, there is nothing to do: nobody can use your address without this link.',
  ].join('\n\n'),
});

/** For the owner of an address that another account asked for. */
export const addressTakenMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'Somebody asked for your address',
  text: [
    'Somebody wanted to use this address for another Vlam account. It has an account already, and nothing about that has changed.',
    `If it was you, sign in to the account you have: ${publicUrl}/login`,
    'If it was not you, there is nothing to do.',
  ].join('\n\n'),
});

/** To the address that is left; the new one stays unnamed, since another person may read this mailbox. */
export const emailChangedMail = (to: string, publicUrl: string, token: string): Mail => ({
  to,
  subject: 'Your Vlam address was changed',
  text: [
    'Your account has another address since just now, and this one no longer opens it.',
    'If it was you, there is nothing to do.',
    `If it was not you, take it back within ${takeBackDays} days. You choose a new password, and every device is signed out: ${publicUrl}/reset-password?address=${token}`,
  ].join('\n\n'),
});

/** To an address whose account went back to its earlier one. */
export const addressTakenBackMail = (to: string, supportEmail: string): Mail => ({
  to,
  subject: 'Your Vlam address was changed',
  text: [
    'Your account is back at the address it had before this one. That was done with a link that was mailed there.',
    `If it was not you, write to ${supportEmail}.`,
  ].join('\n\n'),
});

export const cameBackMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'Your account is open again',
  text: [
    'You signed in and chose to keep your account. Nothing of it is deleted.',
    `If it was not you, choose a new password at once: ${publicUrl}/forgot-password`,
  ].join('\n\n'),
});
