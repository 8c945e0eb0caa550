/** The place of a call button in a bar while it loads, so that the name beside it does not break its lines again. */
export function CallSpace() {
  return <span data-call aria-hidden className="size-11 shrink-0 max-lg:-mr-1" />;
}
