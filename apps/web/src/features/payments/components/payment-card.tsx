import { Trans } from '@lingui/react/macro';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import Wrench from 'lucide-react/icons/wrench';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Link } from '../../../lib/router.tsx';

interface PaymentCardProps {
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
  /** Buttons below the text. */
  actions: ReactNode;
}

/** A centred message of the checkout, with its actions. */
export function PaymentCard({ icon, title, children, actions }: PaymentCardProps) {
  return (
    <section
      data-slot="payment-card"
      className="rise mx-auto mt-6 max-w-[520px] rounded-[24px] bg-surface-1 p-6 lg:mt-14 lg:p-8"
    >
      <span className="block [&_svg]:size-8">{icon}</span>
      <h1 tabIndex={-1} className="d3 mt-4">
        {title}
      </h1>
      <div className="mt-2 text-muted">{children}</div>
      <div className="mt-6 flex flex-wrap gap-2 *:flex-1 *:basis-40">{actions}</div>
    </section>
  );
}

export function ReturnToCredits() {
  return (
    <Link to="/credits" className={buttonStyle({ variant: 'bone' })}>
      <Trans>Return to Credits</Trans>
    </Link>
  );
}

/** An error that ends the checkout. `again` is rendered before the link back. */
export function PaymentError({ children, again }: { children: ReactNode; again?: ReactNode }) {
  return (
    <PaymentCard
      icon={<OctagonAlert className="text-danger" />}
      title={<Trans>Payment Error</Trans>}
      actions={
        <>
          {again}
          <ReturnToCredits />
        </>
      }
    >
      <p role="alert">{children}</p>
    </PaymentCard>
  );
}

/** Shown when no payment provider is configured. */
export function SetupRequired() {
  return (
    <PaymentCard
      icon={<Wrench className="text-warning" />}
      title={<Trans>Payment Error</Trans>}
      actions={<ReturnToCredits />}
    >
      <p role="alert">
        <Trans>Payment system not configured. Please contact support.</Trans>
      </p>
      <p className="mt-4 border-line border-t pt-4 text-sm">
        <b className="block font-semibold text-ink">
          <Trans>Setup required</Trans>
        </b>
        <Trans>No payment provider is connected, so nothing can be bought and nothing was charged.</Trans>
      </p>
    </PaymentCard>
  );
}

/** Loading state of the checkout. */
export function Preparing() {
  return (
    <section role="status" className="mx-auto mt-6 max-w-[520px] p-6 lg:mt-14 lg:p-8">
      <h1 tabIndex={-1} className="d3">
        <Trans>Preparing your payment</Trans>
      </h1>
      <p className="mt-2 text-muted">
        <Trans>One moment.</Trans>
      </p>
    </section>
  );
}
