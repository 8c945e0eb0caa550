import { Trans } from '@lingui/react/macro';
import { FactRows } from '../components/facts.tsx';
import { Part } from '../components/prose.tsx';

export const RecordsText = () => (
  <>
    <Part title={<Trans>Adults only</Trans>}>
      <p>
        <Trans>
          Vlam is for adults of 18 and older. Everyone who appears in what is published was 18 or older when it was
          made. Portraits that we drew, and everything on pages anyone can open, show no real person.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>How it is proved</Trans>}>
      <p>
        <Trans>
          Members prove their age before they see anything. Creators show a document and their face. Everyone else in a
          picture says yes with their legal name and date of birth before it is published; what they signed, and which
          picture it was for, is kept sealed as long as the picture, and five years.
        </Trans>
      </p>
    </Part>
    <Part title={<Trans>Who keeps the proof</Trans>}>
      <FactRows names={['companyName', 'recordsCustodian', 'recordsAddress']} />
      <p>
        <Trans>Authorities and card schemes may inspect it in business hours. Each look is recorded.</Trans>
      </p>
    </Part>
    <Part title={<Trans>If you doubt somebody's age</Trans>}>
      <p>
        <Trans>
          Tell the takedown desk: no account is needed, and what is complained of is hidden at once. You can also call
          the police at 10111, or tell the hotline of the Film and Publication Board: fpbhotline.org.za.
        </Trans>
      </p>
    </Part>
  </>
);
