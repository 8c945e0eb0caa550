import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  fitsSetting,
  operatorSettings,
  type SettingDefinition,
  type SettingName,
  type SettingPage,
  type SettingValue,
} from '@vlam/contract/rules/operator-settings';
import Undo2 from 'lucide-react/icons/undo-2';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { useWhen } from '../users/when.ts';
import { type Setting, settingsQuery, useChangeSettings, useUndoSetting } from './api.ts';
import { settingHeadings, settingWords } from './labels.ts';

/** What was typed, as text for numbers, by name. */
type Draft = Partial<Record<SettingName, string | boolean>>;

const parseTyped = (name: SettingName, typed: string | boolean): SettingValue =>
  operatorSettings[name].kind === 'number' ? Number(String(typed).trim() || Number.NaN) : typed;

/** The settings of one page: each says who changed it, and its last change can be taken back. */
export function SettingsForm({ page }: { page: SettingPage }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(settingsQuery);
  const [draft, setDraft] = useState<Draft>({});
  const save = useChangeSettings(() => setDraft({}));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading`}>
        <SkeletonRows count={4} />
      </Loading>
    );
  const shown = data.settings.filter(
    ({ name }) => operatorSettings[name].page === page && name !== 'livesAndCallsStopped',
  );
  const changes = shown.flatMap(({ name, value, version }) => {
    const typed = draft[name];
    const next = typed === undefined ? value : parseTyped(name, typed);
    return next === value ? [] : [{ name, version, value: next }];
  });
  const isValid = changes.every(({ name, value }) => fitsSetting(name, value));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes.length > 0 && isValid && !save.isPending) save.mutate(changes);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-6 grid max-w-[640px] gap-6">
      {shown.map((setting) => (
        <SettingRow
          key={setting.name}
          setting={setting}
          typed={draft[setting.name]}
          onType={(typed) => setDraft({ ...draft, [setting.name]: typed })}
          onUndone={() => setDraft(({ [setting.name]: _, ...rest }) => rest)}
        />
      ))}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={changes.length === 0 || !isValid}
        busy={save.isPending}
        busyLabel={<Trans>Saving</Trans>}
      >
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}

interface RowProps {
  setting: Setting;
  typed: string | boolean | undefined;
  onType(typed: string | boolean): void;
  onUndone(): void;
}

function SettingRow({ setting, typed, onType, onUndone }: RowProps) {
  const { i18n } = useLingui();
  const { name, value } = setting;
  const definition: SettingDefinition = operatorSettings[name];
  const { label, text } = settingWords[name];
  const current = typed ?? (definition.kind === 'number' ? String(value) : value);
  const isWrong = !fitsSetting(name, parseTyped(name, current as string | boolean));
  const heading = settingHeadings[name];
  return (
    <div data-setting={name}>
      {heading ? <h2 className="d4 mb-4">{i18n._(heading)}</h2> : null}
      {definition.kind === 'switch' ? (
        <Switch checked={current === true} onChange={onType} label={i18n._(label)} description={i18n._(text)} />
      ) : (
        <Field
          label={i18n._(label)}
          help={i18n._(text)}
          aside={<Bounds definition={definition} />}
          error={isWrong ? <Trans>This value is not within the bounds</Trans> : undefined}
        >
          <TextInput
            name={name}
            value={String(current)}
            onChange={(event) => onType(event.target.value)}
            {...(definition.kind === 'number'
              ? { inputMode: 'numeric' as const }
              : { maxLength: definition.maxLength })}
            autoComplete="off"
          />
        </Field>
      )}
      <LastChange setting={setting} onUndone={onUndone} />
    </div>
  );
}

function Bounds({ definition }: { definition: SettingDefinition }) {
  if (definition.kind !== 'number') return null;
  const { min, max } = definition;
  switch (definition.unit) {
    case 'level':
    case 'count':
      return (
        <Trans>
          {min} to {max}
        </Trans>
      );
    case 'days':
      return (
        <Trans>
          {min} to {max} days
        </Trans>
      );
    case 'months':
      return (
        <Trans>
          {min} to {max} months
        </Trans>
      );
    case 'business_days':
      return (
        <Trans>
          {min} to {max} business days
        </Trans>
      );
    case 'hours':
      return (
        <Trans>
          {min} to {max} hours
        </Trans>
      );
    case 'percent':
      return (
        <Trans>
          {min} to {max}%
        </Trans>
      );
    case 'rand':
      return (
        <Trans>
          R{min} to R{max}
        </Trans>
      );
    case 'megabytes':
      return (
        <Trans>
          {min} to {max} MB
        </Trans>
      );
  }
}

function LastChange({ setting, onUndone }: { setting: Setting; onUndone(): void }) {
  const { t, i18n } = useLingui();
  const when = useWhen();
  const undo = useUndoSetting();
  if (!setting.changedAt) return null;
  const at = when(setting.changedAt);
  const who = setting.changedBy?.name;
  const label = i18n._(settingWords[setting.name].label);
  return (
    <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-faint text-meta">{who ? t`Changed by ${who}, ${at}` : t`Changed ${at}`}</p>
      {setting.previous === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<Undo2 size={16} aria-hidden />}
          aria-label={t`Undo the last change of ${label}`}
          busy={undo.isPending}
          onClick={() => undo.mutate(setting, { onSuccess: onUndone })}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
    </div>
  );
}
