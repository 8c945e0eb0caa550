const entry = /^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/m;

const unquote = (block: string): string =>
  block
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');

/** The translated sentences of a PO file, by their English. */
export function readTranslations(po: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const block of po.split('\n\n')) {
    const [, id = '""', text = '""'] = entry.exec(`${block}\n`) ?? [];
    if (unquote(id) && unquote(text)) found.set(unquote(id), unquote(text));
  }
  return found;
}
