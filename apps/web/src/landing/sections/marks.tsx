import { Trans } from '@lingui/react/macro';

/** The V of two flames, with the name the product has in this language beside it. */
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

/** Said wherever sample people are shown or counted; fill.ts takes it out of a page whose rows are real. */
export function DemoMark() {
  return (
    <p className="demo">
      <Trans>Demo data</Trans>
    </p>
  );
}

/** The mark above the page: fill.ts leaves the one that is true. */
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

/** Where a picture goes if the visitor does not save data; until then its tones. `tone` is the class that names them. */
export function Picture({ file, tone }: { file: string; tone: string }) {
  return <span className={`pic ${tone}`} data-picture={file} />;
}
