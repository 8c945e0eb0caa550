import { md5Hex } from './signatures.ts';

/** PHP's `urlencode`: spaces are `+`, hex digits upper-case, and `! ' ( ) * ~` are encoded too. */
export const phpEncode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');

type Fields = readonly (readonly [name: string, value: string])[];

const join = (fields: Fields): string => fields.map(([name, value]) => `${name}=${phpEncode(value)}`).join('&');
const withPassphrase = (text: string, passphrase: string): string =>
  passphrase ? `${text}&passphrase=${phpEncode(passphrase.trim())}` : text;

/** Of a checkout: non-empty fields, trimmed, in the order of PayFast's documentation. */
export const checkoutSignature = (fields: Fields, passphrase: string): string =>
  md5Hex(withPassphrase(join(filled(fields)), passphrase));

export const filled = (fields: Fields): Fields =>
  fields.map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== '');

/** Of a notification: every field before `signature` as received, empty ones included, untrimmed. */
export function notificationSignature(fields: Fields, passphrase: string): string {
  const end = fields.findIndex(([name]) => name === 'signature');
  return md5Hex(withPassphrase(join(end < 0 ? fields : fields.slice(0, end)), passphrase));
}

/** Of an API request: headers, body and passphrase together, sorted by name. */
export function callSignature(values: Readonly<Record<string, string>>, passphrase: string): string {
  const all = passphrase ? { ...values, passphrase } : values;
  return md5Hex(join(Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1))));
}
