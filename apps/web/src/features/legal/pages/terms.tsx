import { Trans } from '@lingui/react/macro';
import { adultAge } from '@vlam/contract/constants';
import { Fact } from '../components/facts.tsx';
import { Part, Points } from '../components/prose.tsx';

export const TermsText = () => (
  <>
    <Part title={<Trans>Who you deal with</Trans>}>
      <p>
        <Trans>
          Vlam is run by <Fact name="companyName" />, registration number <Fact name="registrationNumber" />. Write to{' '}
          <Fact name="email" />.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Who may use it</Trans>}>
      <p>
        <Trans>
          You are {adultAge} or older, and you prove it once. One person has one account. You do not lend it, sell it or
          let a company write in your name.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>What you may do with it</Trans>}>
      <Points>
        <li>
          <Trans>You meet adults, write to them, and look at what they publish for you.</Trans>
        </li>
        <li>
          <Trans>
            What you bought is for you alone. You do not copy, record, sell or pass it on; copies can be traced.
          </Trans>
        </li>
        <li>
          <Trans>You keep to the community rules. Breaking them can cost you an item, a feature or the account.</Trans>
        </li>
      </Points>
    </Part>
    <Part title={<Trans>What you publish</Trans>}>
      <p>
        <Trans>
          It stays yours. You let us store it, show it to those you chose, and make the sizes and copies that this
          needs, for as long as it is published. You have the yes of everyone in it.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Money</Trans>}>
      <p>
        <Trans>
          Prices include VAT and are shown before you pay; you see the order once more and can correct or leave it.
          Credits are not money and cannot be sold. Bought credits do not expire within three years. A subscription runs
          until you cancel it, which you can do at any time for the next period.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>If something is wrong</Trans>}>
      <p>
        <Trans>
          Whoever is in a picture, or holds the rights to it, can have it taken down at the takedown desk without an
          account. Whose item or account is acted against reads why and can answer. Disputes that we cannot settle go
          to: <Fact name="disputeResolution" />. South African law applies, and your rights under the Consumer
          Protection Act stay as they are.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>What we promise, and what not</Trans>}>
      <p>
        <Trans>
          We keep the service running with reasonable care, and tell you 40 business days ahead if it closes; unused
          paid time is then paid back. We do not promise that you meet somebody. We are not liable for what members do
          to each other outside it, unless the law says so.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Changes</Trans>}>
      <p>
        <Trans>
          We tell you of a change that matters 30 days before it counts. If you do not agree, you can close your
          account.
        </Trans>
      </p>
    </Part>
  </>
);
