import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { sectionLink } from '../../components/ui/page-title.tsx';
import { Purchases } from '../../features/payments/components/purchases.tsx';
import { Subscriptions } from '../../features/payments/components/subscriptions.tsx';
import { Link } from '../../lib/router.tsx';

/**
 * What is paid in rand: purchases with receipts, and subscriptions; `focusedId` is the one to scroll to. Cards and
 * limits are in the settings.
 */
export function RandPart({ focusedId }: { focusedId: string | null }) {
  return (
    <div className="mt-11 grid gap-11 lg:mt-14 lg:grid-cols-[1.4fr_1fr] lg:gap-x-14">
      <Subsection title={<Trans>Your purchases</Trans>}>
        <Purchases />
      </Subsection>
      <Subsection title={<Trans>Your subscriptions</Trans>}>
        <Subscriptions focusedId={focusedId} />
        <Link to="/settings/:part" params={{ part: 'payments' }} className={clsx(sectionLink, 'mt-3')}>
          <Trans>Cards and spending limits</Trans>
        </Link>
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
