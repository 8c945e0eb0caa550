import { Trans, useLingui } from '@lingui/react/macro';
import { fanLimits, fanSorts } from '@vlam/contract/rules/fans';
import { useState } from 'react';
import { OwnTierRows } from '../../../../components/pay/from-tier.tsx';
import { RadioRows, Switch } from '../../../../components/ui/choice.tsx';
import { Field } from '../../../../components/ui/field.tsx';
import { FormSheet } from '../../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../../components/ui/text-input.tsx';
import type { PeopleFilter } from '../api.ts';
import { sortLabels } from '../labels.ts';

interface FilterSheetProps {
  filter: PeopleFilter;
  onChange(filter: PeopleFilter): void;
  onClose(): void;
}

/** Order and filters of a list of people. */
export function FilterSheet({ filter, onChange, onClose }: FilterSheetProps) {
  const { i18n } = useLingui();
  const [wanted, setWanted] = useState(filter);
  const [amount, setAmount] = useState(filter.earnedOver === null ? '' : String(filter.earnedOver));
  const change = (part: Partial<PeopleFilter>) => setWanted((before) => ({ ...before, ...part }));
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Order and filters</Trans>}
      action={<Trans>Show</Trans>}
      busyLabel={<Trans>Loading</Trans>}
      busy={false}
      onSubmit={() => {
        const rand = Math.floor(Number(amount));
        onChange({ ...wanted, earnedOver: rand >= 1 && rand <= 1_000_000 ? rand : null });
        onClose();
      }}
    >
      <RadioRows
        legend={<Trans>Order</Trans>}
        options={fanSorts.map((value) => ({
          value,
          label: i18n._(sortLabels[value]),
          ...(value === 'spent' && filter.list === 'followers'
            ? { description: <Trans>Leaves out followers who have spent nothing.</Trans> }
            : {}),
        }))}
        value={wanted.sort}
        onChange={(sort) => change({ sort })}
      />
      {filter.list === 'subscribers' ? (
        <OwnTierRows
          legend={<Trans>Tier that is open to them</Trans>}
          none={{ value: null, label: <Trans>Any</Trans> }}
          value={wanted.tier}
          onChange={(tier) => change({ tier })}
        />
      ) : null}
      <div>
        <Switch
          label={<Trans>Here in the last {fanLimits.activeDays} days</Trans>}
          checked={wanted.active}
          onChange={(active) => change({ active })}
        />
        {filter.list === 'subscribers' ? (
          <Switch
            label={<Trans>Ending soon</Trans>}
            description={<Trans>Ends within {fanLimits.endingDays} days and does not renew</Trans>}
            checked={wanted.ending}
            onChange={(ending) => change({ ending })}
          />
        ) : null}
      </div>
      <Field label={<Trans>Your share is at least</Trans>}>
        <TextInput
          before="R"
          inputMode="numeric"
          maxLength={7}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value.replace(/\D/g, ''))}
        />
      </Field>
    </FormSheet>
  );
}
