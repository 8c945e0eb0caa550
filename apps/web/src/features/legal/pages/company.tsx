import { Trans } from '@lingui/react/macro';
import { factsOfPage } from '@vlam/contract/rules/legal';
import { FactRows } from '../components/facts.tsx';
import { Part, Points } from '../components/prose.tsx';

export const CompanyText = () => (
  <>
    <FactRows names={factsOfPage.company} />
    <Part title={<Trans>What is sold, for what, and how</Trans>}>
      <Points>
        <li>
          <Trans>
            Credits, subscriptions to creators, VIP, and what creators sell. Each is described where it is sold.
          </Trans>
        </li>
        <li>
          <Trans>The price shown is the full price with VAT. There is no fee on top.</Trans>
        </li>
        <li>
          <Trans>You pay by card or the other ways shown at checkout, on the secured page of the provider.</Trans>
        </li>
        <li>
          <Trans>It is delivered at once, after the payment is confirmed.</Trans>
        </li>
        <li>
          <Trans>You find your orders and receipts under Credits, for five years.</Trans>
        </li>
        <li>
          <Trans>A subscription has no minimum time beyond the month that is paid.</Trans>
        </li>
        <li>
          <Trans>
            Before the final order you see it, can correct it, and can leave. Returning, cooling off and security are on
            the pages Refunds and Privacy.
          </Trans>
        </li>
      </Points>
    </Part>
    <Part title={<Trans>If something here is missing</Trans>}>
      <p>
        <Trans>Then you may cancel a purchase within 14 days of receiving it (section 43(3)).</Trans>
      </p>
    </Part>
  </>
);
