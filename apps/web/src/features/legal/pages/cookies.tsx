import { Trans } from '@lingui/react/macro';
import { Fact } from '../components/facts.tsx';
import { Part, Points } from '../components/prose.tsx';

export const CookiesText = () => (
  <>
    <Part title={<Trans>Cookies</Trans>}>
      <Points>
        <li>
          <Trans>session: keeps you signed in. Other programs and sites cannot read it.</Trans>
        </li>
        <li>
          <Trans>lang and theme: your language, and light or dark.</Trans>
        </li>
        <li>
          <Trans>A mark of this browser, so that we can tell you of a sign-in from a new one.</Trans>
        </li>
      </Points>
      <p>
        <Trans>All are needed for what you asked for. There are none for advertising or for counting visits.</Trans>
      </p>
    </Part>
    <Part title={<Trans>Kept in your browser</Trans>}>
      <p>
        <Trans>
          Drafts, and threads and lists for reading offline. They stay on this device; threads and lists are deleted
          when you log out.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Others</Trans>}>
      <p>
        <Trans>
          No page loads anything from another site. Only when you pay with a card do you go to the page of the payment
          provider, who has cookies of their own. Questions: <Fact name="informationOfficerEmail" />.
        </Trans>
      </p>
    </Part>
  </>
);
