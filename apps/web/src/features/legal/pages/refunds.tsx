import { Trans } from '@lingui/react/macro';
import { Fact } from '../components/facts.tsx';
import { Part, Points } from '../components/prose.tsx';

export const RefundsText = () => (
  <>
    <Part title={<Trans>Cooling off</Trans>}>
      <p>
        <Trans>
          Under section 44 of the Electronic Communications and Transactions Act you may cancel within seven days
          without a reason and get the full price back within 30 days. Not for what began with your consent before that:
          a picture you opened, a call, a subscription you started to use. We ask for that consent before you pay.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Credits</Trans>}>
      <Points>
        <li>
          <Trans>A pack that you did not touch: back in full within seven days, from the page Credits.</Trans>
        </li>
        <li>
          <Trans>
            Bought credits do not expire within three years. Free credits are no purchase and are not paid out.
          </Trans>
        </li>
      </Points>
    </Part>
    <Part title={<Trans>When it was not what was sold</Trans>}>
      <Points>
        <li>
          <Trans>
            An item that is taken down because somebody in it did not agree: your credits come back by themselves.
          </Trans>
        </li>
        <li>
          <Trans>A show that does not happen, a request that is not delivered: back by themselves.</Trans>
        </li>
        <li>
          <Trans>A delivery that is not what you asked for: dispute it within seven days, and a person decides.</Trans>
        </li>
      </Points>
    </Part>
    <Part title={<Trans>How to ask</Trans>}>
      <p>
        <Trans>
          Write to <Fact name="companyName" /> at <Fact name="email" /> or call <Fact name="phone" />. Please ask us
          before you ask your bank: a charge that is taken back by the bank takes longer for both.
        </Trans>
      </p>
    </Part>
  </>
);
