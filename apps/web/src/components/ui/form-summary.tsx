import { Plural } from '@lingui/react/macro';

/** Announces the number of invalid fields to screen readers. */
export function FormSummary({ wrong }: { wrong: number }) {
  return (
    <p role="status" className="sr-only">
      {wrong > 0 ? (
        <Plural value={wrong} one="# field needs your attention" other="# fields need your attention" />
      ) : null}
    </p>
  );
}
