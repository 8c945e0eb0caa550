import { Trans } from '@lingui/react/macro';
import CircleCheck from 'lucide-react/icons/circle-check';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { type OwnRegistration, useDay } from '../api.ts';
import { Steps } from './steps.tsx';

/** After sending: when an answer is due, and what to do until then. */
export function RegistrationSent({ own }: { own: OwnRegistration }) {
  const day = useDay();
  const due = day(own.latest?.dueOn ?? own.dueIfSentToday);
  return (
    <div className="max-w-[60ch] pt-4">
      <CircleCheck size={26} aria-hidden className="text-online" />
      <h1 tabIndex={-1} className="d2 mt-3">
        <Trans>Registration sent</Trans>
      </h1>
      <p className="mt-2 text-muted">
        <Trans>
          You get an answer within {formatNumber(own.reviewDays)} business days, by{' '}
          <strong className="text-ink">{due}</strong>.
        </Trans>
      </p>
      <Steps
        className="mt-8"
        steps={[
          {
            key: 'watch',
            title: <Trans>Watch your notifications</Trans>,
            text: <Trans>The answer comes here. We never ask for papers by phone.</Trans>,
          },
          {
            key: 'papers',
            title: <Trans>Keep your papers</Trans>,
            text: <Trans>Company certificate, ID, proof of address.</Trans>,
          },
          { key: 'publish', title: <Trans>Publish everything else</Trans>, text: <Trans>Only X18 waits.</Trans> },
        ]}
      />
      <Link to="/compliance" className={buttonStyle({ variant: 'bone', size: 'lg', className: 'mt-6' })}>
        <Trans>Return to compliance</Trans>
      </Link>
    </div>
  );
}
