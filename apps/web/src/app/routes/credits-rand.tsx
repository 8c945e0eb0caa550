import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Purchases } from '../../features/payments/components/purchases.tsx';
import { SavedMethods } from '../../features/payments/components/saved-methods.tsx';
import { SpendingLimits } from '../../features/payments/components/spending-limits.tsx';
import { Subscriptions } from '../../features/payments/components/subscriptions.tsx';

/**
 * What is paid in rand: purchases with receipts, subscriptions, saved cards, and spending limits. `shown` is the
 * subscription to scroll to.
 */
export function RandPart({ focusedId }: { focusedId: string | null }) {
  return (
    <div className="mt-11 grid gap-11 lg:mt-14 lg:grid-cols-[1.4fr_1fr] lg:gap-x-14">
      <Subsection title={<Trans>Your purchases</Trans>}>
        <Purchases />
      </Subsection>
      <div className="grid content-start gap-11">
        <Subsection title={<Trans>Spending limits</Trans>}>
          <SpendingLimits />
        </Subsection>
        <Subsection title={<Trans>Saved cards</Trans>}>
          <SavedMethods />
        </Subsection>
      </div>
      <Subsection title={<Trans>Your subscriptions</Trans>}>
        <Subscriptions focusedId={focusedId} />
      </Subsection>
    </div>
  );
}

function Subsection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="d4 mb-1">{title}</h2>
      {children}
    </section>
  );
}
