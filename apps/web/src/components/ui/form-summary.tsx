import { Plural } from '@lingui/react/macro';

/** Announces the number of invalid fields to screen readers. */
export function FormSummary({ invalidCount }: { invalidCount: number }) {
  return (
    <p role="status" className="sr-only">
      {invalidCount > 0 ? (
        <Plural value={invalidCount} one="# field needs your attention" other="# fields need your attention" />
      ) : null}
    </p>
  );
}
