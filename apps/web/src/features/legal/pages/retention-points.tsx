import { Trans } from '@lingui/react/macro';

/** How long personal information is kept, in short. A member sees every kind, by the stored rules, at `/privacy`. */
export const RetentionPoints = () => (
  <>
    <li>
      <Trans>Account, page and messages: until you erase them, or 30 days after you delete the account.</Trans>
    </li>
    <li>
      <Trans>Consents of people in a picture: as long as the picture is kept, and five years.</Trans>
    </li>
    <li>
      <Trans>
        Records of money: kept, since tax law asks for five years at least and the ledger cannot be changed. Your words
        are taken out of it.
      </Trans>
    </li>
    <li>
      <Trans>Messages attached to a report: ninety days after the decision. The report itself: three years.</Trans>
    </li>
    <li>
      <Trans>Longer where police or a court order us to preserve something.</Trans>
    </li>
  </>
);
