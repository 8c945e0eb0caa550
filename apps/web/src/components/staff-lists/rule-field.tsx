import { Trans, useLingui } from '@lingui/react/macro';
import { type CommunityRule, communityRules } from '@vlam/contract/rules/community';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { ruleLabels } from './rule-labels.ts';

/** Chooses the rule that a decision names. */
export function RuleField({ value, onChange }: { value: CommunityRule; onChange(rule: CommunityRule): void }) {
  const { i18n } = useLingui();
  return (
    <Field label={<Trans>Rule</Trans>}>
      <Select
        options={communityRules.map((rule) => ({ value: rule, label: i18n._(ruleLabels[rule]) }))}
        value={value}
        onChange={(event) => {
          const chosen = communityRules.find((rule) => rule === event.currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      />
    </Field>
  );
}
