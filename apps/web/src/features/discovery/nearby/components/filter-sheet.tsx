import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { interestCategories, relationshipStatuses } from '@vlam/contract/constants';
import { ageRanges } from '@vlam/contract/rules/discovery';
import { type ReactNode, useState } from 'react';
import { Chip } from '../../../../components/ui/chip.tsx';
import { Switch } from '../../../../components/ui/choice.tsx';
import { Field } from '../../../../components/ui/field.tsx';
import { Select } from '../../../../components/ui/select.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../../components/ui/sheet-foot.tsx';
import { interestNames } from '../../../../lib/interest-names.ts';
import { firstFilter, type NearbyFilter, searchRadii } from '../filter.ts';
import { ageRangeLabels, relationshipFilterLabels } from '../labels.ts';

interface FilterSheetProps {
  filter: NearbyFilter;
  open: boolean;
  onClose(): void;
  onApply(filter: NearbyFilter): void;
}

/** Filters by age, status, presence, verification and craving. Takes effect when applied. */
export function FilterSheet({ filter, open, onClose, onApply }: FilterSheetProps) {
  const { t, i18n } = useLingui();
  const [draft, setDraft] = useState(filter);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setDraft(filter);
  }
  const apply = (next: NearbyFilter) => {
    onApply(next);
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Filters</Trans>}
      intro={<Trans>People near you, in whole kilometres and never more exactly.</Trans>}
      actions={
        <SheetFoot
          cancel={<Trans>Reset</Trans>}
          onCancel={() => apply({ ...firstFilter, radius: filter.radius })}
          action={<Trans>Show people</Trans>}
          onConfirm={() => apply(draft)}
        />
      }
    >
      <div className="grid gap-5">
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-semibold text-sm">
            <Trans>Search radius</Trans>
          </legend>
          <div className="flex flex-wrap gap-2">
            {searchRadii.map((radius) => (
              <Chip key={radius} pressed={draft.radius === radius} onClick={() => setDraft({ ...draft, radius })}>
                {t`${radius} km`}
              </Chip>
            ))}
          </div>
        </fieldset>
        <ChoiceChips
          legend={<Trans>Age range</Trans>}
          values={ageRanges}
          labels={ageRangeLabels}
          chosen={draft.ageRange}
          onChoose={(ageRange) => setDraft({ ...draft, ageRange })}
        />
        <ChoiceChips
          legend={<Trans>Relationship status</Trans>}
          values={['all', ...relationshipStatuses] as const}
          labels={relationshipFilterLabels}
          chosen={draft.relationship}
          onChoose={(relationship) => setDraft({ ...draft, relationship })}
        />
        <Field label={<Trans>Looking for</Trans>}>
          <Select
            options={[
              { value: 'all', label: t`Anything` },
              ...interestCategories.map((value) => ({ value, label: i18n._(interestNames[value]) })),
            ]}
            value={draft.interest}
            onChange={(event) => {
              const value = event.currentTarget.value;
              setDraft({ ...draft, interest: interestCategories.find((each) => each === value) ?? 'all' });
            }}
          />
        </Field>
        <div>
          <Switch
            checked={draft.online}
            onChange={(online) => setDraft({ ...draft, online })}
            label={<Trans>Online now</Trans>}
          />
          <Switch
            checked={draft.verified}
            onChange={(verified) => setDraft({ ...draft, verified })}
            label={<Trans>Only people whose identity document was checked</Trans>}
          />
        </div>
      </div>
    </Sheet>
  );
}

function ChoiceChips<Value extends string>({
  legend,
  values,
  labels,
  chosen,
  onChoose,
}: {
  legend: ReactNode;
  values: readonly Value[];
  labels: Record<Value, MessageDescriptor>;
  chosen: Value;
  onChoose(value: Value): void;
}) {
  const { i18n } = useLingui();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {values.map((value) => (
          <Chip key={value} pressed={chosen === value} onClick={() => onChoose(value)}>
            {i18n._(labels[value])}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
