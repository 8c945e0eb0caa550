/** Content of a message that asks for care. The sender is asked before sending, the receiver sees a note. */
export const messageWarnings = ['link', 'contact', 'payment', 'scam'] as const;
export type MessageWarning = (typeof messageWarnings)[number];

const digitWords: Record<string, string> = {
  zero: '0',
  oh: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
};

/** Normalised text as a reader sees it: lower case, single width, without invisible characters. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ');

/** As above, with spelt-out digits as digits. */
const counted = (text: string): string =>
  text.replace(/\b(zero|oh|one|two|three|four|five|six|seven|eight|nine)\b/g, (word) => digitWords[word] ?? word);

const endings =
  'com|net|org|info|biz|io|me|co|link|site|online|xyz|top|live|club|shop|app|dev|tv|cc|ly|gg|za|uk|ru|cn|ng';
const links = [
  /\b(?:https?|hxxps?|ftp):\/\//,
  /\bwww\s?\.\s?[a-z0-9-]/,
  new RegExp(`(?:^|[^\\w@.])(?:[a-z0-9-]{2,63}\\.){1,6}(?:${endings})(?=$|[^\\w.]|\\.(?:$|\\s))`),
  new RegExp(`\\b[a-z0-9-]{3,63}\\s?(?:\\(dot\\)|\\[dot\\]| dot )\\s?(?:${endings})\\b`),
];

/** Nine digits or more with at most one separator between them: a phone number. */
const phone = /(?:\+|\b00)?\d(?:[\s().-]{0,3}\d){8,13}(?!\d)/;
const contacts = [
  /[a-z0-9._%+-]{2,64}\s?(?:@|\(at\)|\[at\])\s?[a-z0-9-]{2,63}\s?(?:\.|\(dot\)| dot )\s?[a-z]{2}/,
  /\b(?:whats?\s?app|telegram|signal|snap\s?chat|viber|wechat|kik)\b/,
  /\b(?:text|call|phone|ring|sms) me (?:on|at)\b/,
  /\bmy (?:number|cell|digits|insta(?:gram)?|ig)\b/,
];

const payments = [
  /\be-?\s?wallet\b|\binstant money\b|\bcash\s?send\b|\bimali\b|\b(?:1|one)\s?voucher\b|\bott voucher\b|\bblu voucher\b/,
  /\b(?:pay\s?pal|cash\s?app|venmo|payshap|snapscan|zapper|revolut|skrill|neteller|western union|moneygram)\b/,
  /\b(?:bank(?:ing)? (?:details|account)|account (?:number|no)|acc(?:ount)? ?(?:nr|no|number)|branch code|eft)\b/,
  /\b(?:fnb|capitec|absa|nedbank|standard bank|tyme ?bank|discovery bank)\b/,
  /\b(?:bitcoin|btc|usdt|ethereum|crypto(?:currency)?)\b|\b(?:bc1|0x)[a-z0-9]{20,90}\b/,
  /\b(?:gift|itunes|steam|amazon|google play) (?:card|voucher)s?\b/,
  /\bpay (?:me )?(?:outside|off|direct(?:ly)?)\b|\b(?:cash|money) (?:up ?front|first|in advance)\b/,
  /\bsend (?:me )?(?:some )?(?:money|cash|airtime|r ?\d+)\b/,
];

const scams = [
  /\b(?:verification|registration|booking|security|release|customs|delivery|meeting|membership) (?:fee|deposit)\b/,
  /\b(?:pay|send) (?:a |the )?deposit\b|\bdeposit (?:first|before|to (?:meet|confirm|secure))\b/,
  /\b(?:double|triple) your (?:money|cash|investment)\b|\bguaranteed (?:profit|return|income)s?\b|\bforex\b/,
  /\b(?:invest(?:ment)? (?:with|in|platform|opportunity)|trading (?:platform|account|mentor))\b/,
  /\b(?:inheritance|lottery|next of kin|beneficiary|widow of)\b/,
  /\b(?:one[- ]time (?:pin|password)|otp|verification code|the code (?:i|we|they) sent)\b/,
  /\b(?:stuck|stranded) (?:at|in) (?:the )?(?:airport|customs|border|hospital)\b/,
  /\b(?:army|military|soldier|oil rig|peacekeep\w*) .{0,40}\b(?:deployed|leave|overseas|contract)\b/,
  /\b(?:sugar (?:daddy|mommy|mummy)) .{0,40}\b(?:allowance|weekly|pay)\b|\bweekly allowance\b/,
  /\bi (?:will|'ll|am going to) (?:leak|expose|share) (?:your|the) (?:pictures|photos|pics|videos|nudes|chats)\b/,
];

const matches = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

/** Warnings for a text, in the order of `messageWarnings`. Never a reason to refuse it. */
export function findWarnings(content: string): MessageWarning[] {
  const text = plain(content);
  if (text.length < 4) return [];
  const inDigits = counted(text);
  const found: Record<MessageWarning, boolean> = {
    link: matches(links, text),
    contact: matches(contacts, text) || phone.test(inDigits),
    payment: matches(payments, text),
    scam: matches(scams, text),
  };
  return messageWarnings.filter((warning) => found[warning]);
}
