import { Trans } from '@lingui/react/macro';
import { Fact } from '../components/facts.tsx';
import { Part, Points } from '../components/prose.tsx';

export const RulesText = () => (
  <>
    <Part title={<Trans>Never, not even with consent</Trans>}>
      <Points>
        <li>
          <Trans>Anyone under 18, or made to look it, in any form. It is reported to the police at once.</Trans>
        </li>
        <li>
          <Trans>Sexual violence, people who cannot agree, animals, and anyone who was forced or trafficked.</Trans>
        </li>
        <li>
          <Trans>Threats, blackmail, and showing or sending an intimate picture of somebody without their yes.</Trans>
        </li>
      </Points>
    </Part>
    <Part title={<Trans>Not here</Trans>}>
      <Points>
        <li>
          <Trans>Somebody else's face, name or body, also made by a machine, without their yes.</Trans>
        </li>
        <li>
          <Trans>Offering or asking for sex in person for money, in any words.</Trans>
        </li>
        <li>
          <Trans>Work of others without the right to it. Advertising, scams, the same message to many.</Trans>
        </li>
        <li>
          <Trans>Hate for what somebody is. Writing on after a no. Telling others where somebody lives.</Trans>
        </li>
        <li>
          <Trans>Several accounts, accounts for others, and pages that no real person stands behind.</Trans>
        </li>
      </Points>
    </Part>
    <Part title={<Trans>What you owe the people in your pictures</Trans>}>
      <p>
        <Trans>
          Everyone in it is an adult and says yes before it is published. They can take it back at any time, and it is
          gone for everyone.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>What follows</Trans>}>
      <p>
        <Trans>
          A person reads each report. Depending on what happened, an item is hidden or removed, a feature is closed, or
          an account is suspended. You read what, why and by whom, and can answer once; somebody else then decides.
          Where the police are told, or somebody may be under 18, nobody is warned.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>How to tell us</Trans>}>
      <p>
        <Trans>
          Report what you see where you see it. Without an account, use the takedown desk, linked at the foot of every
          page, or write to <Fact name="email" />. In danger, call 10111; against violence, 0800 428 428.
        </Trans>
      </p>
    </Part>
  </>
);
