import { inflateSync } from 'node:zlib';

/** Names of a PDF that run something, carry another file, or hide what the file holds; too long to arise by chance. */
const active =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE|Encrypt)(?![A-Za-z0-9])/;
const maxObjectStreams = 500;
const maxInflatedBytes = 4 * 1024 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;
/** Of the dictionary before a stream. */
const dictionaryLength = 2_000;

/** Why a file is not taken as a certificate. */
export type PdfRefusal = 'not_pdf' | 'active';

/**
 * Judges a file by its content, whatever it is called: it begins as a PDF, ends as one, and names nothing that could run.
 * Nothing is skipped, since readers disagree on where a stream is; objects that are packed into streams are unpacked as
 * well, within bounds, and what cannot be is refused.
 */
export function inspectPdf(file: Buffer): PdfRefusal | null {
  const text = file.toString('latin1');
  if (!/^%PDF-[12]\.\d[\r\n]/.test(text)) return 'not_pdf';
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(text.slice(-1_024))) return 'not_pdf';
  if (active.test(unescapeNames(text))) return 'active';
  let total = 0;
  let streams = 0;
  for (const { index, 0: keyword } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const dictionary = unescapeNames(text.slice(Math.max(0, index - dictionaryLength), index));
    if (!dictionary.slice(dictionary.lastIndexOf(' obj')).includes('/ObjStm')) continue;
    streams += 1;
    const end = text.indexOf('endstream', index);
    const packed = unpack(file.subarray(index + keyword.length, end < 0 ? undefined : end), dictionary);
    total += packed?.length ?? 0;
    if (packed === null || streams > maxObjectStreams || total > maxTotalBytes) return 'active';
    if (active.test(unescapeNames(packed))) return 'active';
  }
  return null;
}

/** Names may be written with the code of any letter: `/J#53` is `/JS`. */
const unescapeNames = (text: string): string =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Text of an object stream; null for a packing that is not looked into. */
function unpack(bytes: Buffer, dictionary: string): string | null {
  const own = dictionary.slice(dictionary.lastIndexOf(' obj'));
  const filters = [...own.matchAll(/\/([A-Za-z0-9]+)Decode(?![A-Za-z])/g)].map(([, name]) => name);
  if (filters.length === 0) return bytes.toString('latin1');
  if (filters.length > 1 || filters[0] !== 'Flate' || own.includes('/Predictor')) return null;
  try {
    return inflateSync(bytes, { maxOutputLength: maxInflatedBytes }).toString('latin1');
  } catch {
    return null;
  }
}
