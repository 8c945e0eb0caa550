import { Trans, useLingui } from '@lingui/react/macro';
import type { RequestTerms } from '@vlam/contract/request-terms';
import { creatorPriceRange } from '@vlam/contract/rules/split';
import { useState } from 'react';
import { CreditField, creditsOf } from '../../../components/pay/credit-field.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';

interface RequestTermsSheetProps {
  terms: RequestTerms;
  busy: boolean;
  onSave(change: Pick<RequestTerms, 'openTo' | 'minimum'>): void;
  onClose(): void;
}

/** Who may ask, and the least offer for a wish that is not on the menu. */
export function RequestTermsSheet({ terms, busy, onSave, onClose }: RequestTermsSheetProps) {
  const { t } = useLingui();
  const [toSubscribers, setToSubscribers] = useState(terms.openTo === 'subscribers');
  const [least, setLeast] = useState(String(terms.minimum));
  const minimum = creditsOf(least);
  const isPriced = minimum >= creatorPriceRange.min && minimum <= creatorPriceRange.max;
  return (
    <FormSheet
      title={<Trans>Who may ask</Trans>}
      intro={<Trans>Diamond members may send requests to every creator.</Trans>}
      onClose={onClose}
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={busy}
      disabled={!isPriced}
      onSubmit={() => onSave({ openTo: toSubscribers ? 'subscribers' : 'diamond', minimum })}
    >
      <Switch checked={toSubscribers} onChange={setToSubscribers} label={<Trans>My subscribers too</Trans>} />
      <CreditField
        name="minimum"
        label={<Trans>Least offer</Trans>}
        range={creatorPriceRange}
        value={least}
        onChange={setLeast}
        help={t`For wishes that are not on your menu`}
        error={isPriced ? undefined : t`From 5 to 10,000 credits`}
      />
    </FormSheet>
  );
}
