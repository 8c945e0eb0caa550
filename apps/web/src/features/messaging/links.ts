/** Words of a message, or an address in it. */
export type TextPart = { text: string; address?: string };

const addresses = /\b(?:https?:\/\/|www\.)[^\s<>"']+/gi;
/** Ends a sentence rather than an address. */
const trailing = /[.,!?;:)\]]+$/;

/** Splits a message at its web addresses. An address without a scheme is taken as https. */
export function partsOf(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const found of content.matchAll(addresses)) {
    const text = found[0].replace(trailing, '');
    if (found.index > at) parts.push({ text: content.slice(at, found.index) });
    parts.push({ text, address: /^https?:/i.test(text) ? text : `https://${text}` });
    at = found.index + text.length;
  }
  if (at < content.length) parts.push({ text: content.slice(at) });
  return parts;
}
