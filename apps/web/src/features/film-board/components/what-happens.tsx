import { Trans } from '@lingui/react/macro';
import { Steps } from './steps.tsx';

/** What follows an application, beside the form. */
export const WhatHappens = () => (
  <div>
    <h2 className="d4">
      <Trans>What happens then</Trans>
    </h2>
    <Steps
      className="mt-4"
      steps={[
        { key: 'check', title: <Trans>We compare it with the papers of the Board.</Trans> },
        { key: 'answer', title: <Trans>You get an answer, and see each step here.</Trans> },
        { key: 'certificate', title: <Trans>The certificate is added, with the day it ends.</Trans> },
        { key: 'x18', title: <Trans>X18 can be published while its exemption holds.</Trans> },
      ]}
    />
  </div>
);
