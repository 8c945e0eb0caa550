/** The translated sentences of a PO file, by their English. */
export function readTranslations(po: string): Map<string, string> {
  const found = new Map<string, string>();
  const texts = { msgid: '', msgstr: '' };
  let filled: keyof typeof texts = 'msgstr';
  const keep = () => {
    if (texts.msgid && texts.msgstr) found.set(texts.msgid, texts.msgstr);
    texts.msgid = '';
    texts.msgstr = '';
  };
  for (const line of po.split('\n')) {
    if (line.startsWith('msgid ')) {
      keep();
      filled = 'msgid';
    } else if (line.startsWith('msgstr ')) filled = 'msgstr';
    else if (!line.startsWith('"')) continue;
    // A text may go on in lines of its own.
    texts[filled] += JSON.parse(line.slice(line.indexOf('"'))) as string;
  }
  keep();
  return found;
}
