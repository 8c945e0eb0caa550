import { Trans } from '@lingui/react/macro';

/** Logo with the product's name in this language. */
export function Brand() {
  return (
    <a className="brand" href="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M15.7 31C9.5 27.4 3 20.3 4.3 9.8 4.6 7 5.6 4.4 5.3 1 11.3 5.2 15.3 12 16 20.6c.9-4.9 5.9-7.3 6.9-13.8 4.7 4.2 6.2 9.2 4.7 14.2C26.1 25.7 21.2 29.2 15.7 31Z" />
      </svg>
      <Trans comment="The name of the product as the wordmark writes it: Vlam in Afrikaans, Umlilo in isiZulu and isiXhosa">
        vlam
      </Trans>
    </a>
  );
}

/** Shown beside sample people and counts; fill.ts removes it without demo data. */
export function DemoMark() {
  return (
    <p className="demo">
      <Trans>Demo data</Trans>
    </p>
  );
}

/** Marks above the page; fill.ts keeps the one that applies. */
export function DemoMarks() {
  return (
    <>
      <p className="demo closed">
        <Trans>Demo data</Trans>
      </p>
      <p className="demo open">
        <Trans>Open demo: anyone can sign in</Trans>
      </p>
    </>
  );
}

/** Placeholder in the picture's tones; late.ts loads the picture unless the visitor saves data. `tone` is a class name. */
export function Picture({ file, tone }: { file: string; tone: string }) {
  return <span className={`pic ${tone}`} data-picture={file} />;
}
