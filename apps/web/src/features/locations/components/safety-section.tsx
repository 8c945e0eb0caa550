import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/ui/button.tsx';

/** Safety advice below every list of people to meet. */
export function SafetySection({ onShare }: { onShare(): void }) {
  return (
    <section className="mt-11 border-line border-t pt-8 lg:mt-14 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-x-12">
      <div>
        <h2 className="d3">
          <Trans>Meet safely</Trans>
        </h2>
        <ul className="mt-3 grid gap-x-8 gap-y-3 text-muted text-sm sm:grid-cols-3">
          <li>
            <b className="block font-semibold text-ink">
              <Trans>Somewhere public, the first time</Trans>
            </b>
            <Trans>Arrive and leave in your own way, and keep your drink with you.</Trans>
          </li>
          <li>
            <b className="block font-semibold text-ink">
              <Trans>No money in advance</Trans>
            </b>
            <Trans>Deposits, vouchers, airtime: who asks before you meet is a scam. Report them.</Trans>
          </li>
          <li>
            <b className="block font-semibold text-ink">
              <Trans>No is a whole sentence</Trans>
            </b>
            <Trans>Report or block from the three dots beside anybody, at any time.</Trans>
          </li>
        </ul>
      </div>
      <div className="mt-6 rounded-card bg-surface-1 p-5 lg:mt-0">
        <h3 className="d4">
          <Trans>Let somebody know</Trans>
        </h3>
        <p className="mt-1.5 text-muted text-sm">
          <Trans>
            Share where you are going with a friend who needs no account. If you do not check in, we tell them.
          </Trans>
        </p>
        <Button variant="bone" size="sm" className="mt-4" onClick={onShare}>
          <Trans>Share my plan</Trans>
        </Button>
      </div>
    </section>
  );
}
