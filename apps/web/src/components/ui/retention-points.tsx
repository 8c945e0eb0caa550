import { Trans } from '@lingui/react/macro';

/** How long personal information is kept: the items of a list, for the legal page and the privacy center. */
export const RetentionPoints = () => (
  <>
    <li>
      <Trans>Account, page and messages: until you erase them, or 30 days after you delete the account.</Trans>
    </li>
    <li>
      <Trans>Consents of people in a picture: as long as the picture is kept, and five years.</Trans>
    </li>
    <li>
      <Trans>Records of money: five years, as tax law asks.</Trans>
    </li>
    <li>
      <Trans>Messages attached to a report: ninety days after the decision. The report itself: three years.</Trans>
    </li>
    <li>
      <Trans>Longer where police or a court order us to preserve something.</Trans>
    </li>
  </>
);
