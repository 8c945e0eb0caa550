import { Plural, Trans } from '@lingui/react/macro';
import type { OwnOffer } from './api.ts';

/** What an offer gives. */
export function OfferName({ kind, value }: Pick<OwnOffer, 'kind' | 'value'>) {
  return kind === 'trial' ? (
    <Plural value={value} one="# day free" other="# days free" />
  ) : (
    <Trans>{value}% off the first payment</Trans>
  );
}
