const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g;

export interface Piece {
  /** Offset in the text. */
  at: number;
  text: string;
  href?: string;
}

/** Splits a text at its URLs. Only http and https become links. */
export function findLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    if (!URL.canParse(match[0])) continue;
    if (match.index > from) pieces.push({ at: from, text: text.slice(from, match.index) });
    pieces.push({ at: match.index, text: match[0], href: new URL(match[0]).href });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ at: from, text: text.slice(from) });
  return pieces;
}

/** A member's text with links; keeps line breaks. */
export function LinkedText({ text, className }: { text: string; className?: string }) {
  return (
    <p className={className}>
      {findLinks(text).map((piece) =>
        piece.href ? (
          <a
            key={piece.at}
            href={piece.href}
            rel="noopener noreferrer"
            className="break-all font-semibold text-ember-text underline"
          >
            {piece.text}
          </a>
        ) : (
          <span key={piece.at}>{piece.text}</span>
        ),
      )}
    </p>
  );
}
