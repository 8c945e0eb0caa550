import { Trans } from '@lingui/react/macro';
import { Link } from '../../../lib/router.tsx';
import { Fact } from '../components/facts.tsx';
import { Part, Points } from '../components/prose.tsx';
import { RetentionPoints } from './retention-points.tsx';

export const PrivacyText = () => (
  <>
    <Part title={<Trans>Who is responsible</Trans>}>
      <p>
        <Trans>
          <Fact name="companyName" />, <Fact name="streetAddress" />. The information officer is{' '}
          <Fact name="informationOfficer" />, <Fact name="informationOfficerEmail" />. This page follows the Protection
          of Personal Information Act (POPIA).
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>What is kept, and why</Trans>}>
      <Points>
        <li>
          <Trans>Your account: name, email and a password we cannot read. Without it there is no account.</Trans>
        </li>
        <li>
          <Trans>
            Your age: the law asks us to check it. The numbers of your ID and your document are kept sealed; no picture
            of a document is kept.
          </Trans>
        </li>
        <li>
          <Trans>Your page, photos, messages and what you publish: to show them to those you chose.</Trans>
        </li>
        <li>
          <Trans>Your area, if you share it: as a cell of about five square kilometres, never a point.</Trans>
        </li>
        <li>
          <Trans>Payments: amounts, times and the provider's reference. Card numbers never reach us.</Trans>
        </li>
        <li>
          <Trans>
            Complaints, with or without an account: sealed, for three years after the decision. A fingerprint of a
            picture is not the picture.
          </Trans>
        </li>
      </Points>
    </Part>
    <Part title={<Trans>What needs your own yes</Trans>}>
      <p>
        <Trans>
          What you say of your sex life or orientation, and a selfie for the photo check, are special personal
          information. We ask for each separately, nothing is on from the start, and you can take each yes back.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Who else sees it</Trans>}>
      <p>
        <Trans>
          Other members, as you chose. The providers of payments, mail and storage, under contract and for that alone.
          Police and regulators, when the law orders it; each such request is recorded. Nobody buys it. If a provider is
          outside South Africa, it is bound to the same protection.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>How long</Trans>}>
      <Points>
        <RetentionPoints />
      </Points>
    </Part>
    <Part title={<Trans>Your rights</Trans>}>
      <p>
        <Trans>
          A copy of your data, and deleting your account, are at <Link to="/my-data">Your data</Link>, at any time. You
          may also ask what we hold, have it corrected or erased, and object, free of charge and by any channel:{' '}
          <Link to="/compliance/personal-information">ask here</Link>, or write to the information officer. You get an
          answer in writing within 30 days. If somebody gets at your data who should not, we tell you and the
          Information Regulator as soon as we can. You may complain to the Information Regulator at any time:
          inforegulator.org.za.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Decisions by machine</Trans>}>
      <p>
        <Trans>
          A machine compares uploads with pictures that were taken down, and hides what a complaint matches. A person
          decides afterwards, and you can ask for one.
        </Trans>
      </p>
    </Part>
  </>
);
