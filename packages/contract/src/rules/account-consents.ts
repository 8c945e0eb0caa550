/** What a member agrees to for their account, each by itself. */
export const accountConsentKinds = ['terms', 'special', 'orientation'] as const;
export type AccountConsentKind = (typeof accountConsentKinds)[number];

/**
 * The wordings, oldest first; the number of a wording is its place, from 1. A changed text is a new entry, so that what
 * a member agreed to earlier can still be read.
 */
export const accountConsentWordings: Readonly<Record<AccountConsentKind, readonly [string, ...string[]]>> = {
  terms: [
    'I am 18 or older, I agree to the terms of Vlam and its community rules, and I have read what its privacy page says.',
  ],
  special: [
    'I agree that Vlam keeps what I say about my relationships, what I look for and my interests, shows it to other members on my page, and uses it to match me. This is about my sex life, so it needs my own yes. I can take it back at any time; it is then deleted.',
  ],
  orientation: [
    'I agree that Vlam keeps my sexual orientation. Only I see it, until I choose to show it on my page. It is used for nothing else, neither to match me nor to sell me anything. This is about my sex life, so it needs my own yes. I can take it back at any time; it is then deleted.',
  ],
};

export const currentWordingOf = (kind: AccountConsentKind): number => accountConsentWordings[kind].length;
