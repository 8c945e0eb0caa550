/** Plain text of a message, or a URL in it. */
export type TextPart = { text: string; address?: string };

const addresses = /\b(?:https?:\/\/|www\.)[^\s<>"']+/gi;
/** Punctuation that ends a sentence rather than a URL. */
const trailing = /[.,!?;:)\]]+$/;

/** Splits a message at its URLs. A URL without a scheme is treated as https. */
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
