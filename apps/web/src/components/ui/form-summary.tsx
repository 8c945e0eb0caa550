import { Plural } from '@lingui/react/macro';

/** Tells a screen reader how many fields were refused; the fields themselves say why. */
export function FormSummary({ wrong }: { wrong: number }) {
  return (
    <p role="status" className="sr-only">
      {wrong > 0 ? (
        <Plural value={wrong} one="# field needs your attention" other="# fields need your attention" />
      ) : null}
    </p>
  );
}
