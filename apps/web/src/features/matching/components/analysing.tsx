import { Trans } from '@lingui/react/macro';
import { EmptyGlass } from '../../../components/ui/empty-glass.tsx';

/** Loading state while matches are computed. */
export function Analysing() {
  return (
    <div role="status" aria-busy className="flex flex-col items-center px-5 py-11 text-center">
      <EmptyGlass className="h-50 w-37.5 rounded-[22px] motion-safe:animate-[breathe_1.6s_ease-in-out_infinite]" />
      <p className="d3 mt-6">
        <Trans>Analyzing compatibility...</Trans>
      </p>
      <p className="mt-2 max-w-[300px] text-muted">
        <Trans>Comparing your wishes with people nearby. This takes a moment.</Trans>
      </p>
    </div>
  );
}
