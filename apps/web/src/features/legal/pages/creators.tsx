import { Trans } from '@lingui/react/macro';
import { Fact } from '../components/facts.tsx';
import { Part, Points } from '../components/prose.tsx';

export const CreatorsText = () => (
  <>
    <Part title={<Trans>Between whom</Trans>}>
      <p>
        <Trans>
          You, by your legal name as it was verified, and <Fact name="companyName" />, registration number{' '}
          <Fact name="registrationNumber" />, <Fact name="streetAddress" />, registered with the Film and Publication
          Board: <Fact name="fpbRegistration" />.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>What you confirm</Trans>}>
      <Points>
        <li>
          <Trans>You are an adult, your document is yours, and the bank account is in your name.</Trans>
        </li>
        <li>
          <Trans>
            Everyone in what you publish is an adult and agreed to being shown, to its sale and to downloads, where you
            allow them. You keep the proof and show it when asked.
          </Trans>
        </li>
        <li>
          <Trans>The work is yours, or you hold the rights. You write to your fans yourself.</Trans>
        </li>
        <li>
          <Trans>You answer the questions on classification truthfully. X18 needs the exemption of the Board.</Trans>
        </li>
      </Points>
    </Part>
    <Part title={<Trans>What you earn</Trans>}>
      <p>
        <Trans>
          Your share of each sale is shown beside its price before you publish. It clears after seven days and is paid
          to your bank account on request. What a buyer gets back, because they were entitled to it, is taken back from
          what you earned with that sale. You pay your own taxes.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Taking down</Trans>}>
      <p>
        <Trans>
          You can take down what is yours at any time; who bought it keeps it only where the law says so. We take down
          what somebody in it did not agree to, at once. Then buyers get their credits back, and you read why.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Ending it</Trans>}>
      <p>
        <Trans>
          You can leave at any time; what you earned is paid out. We can end it for a breach of the rules, with reasons.
          Earnings from what broke the law are held for the authorities.
        </Trans>
      </p>
    </Part>
  </>
);
