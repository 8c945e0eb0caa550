import { Trans, useLingui } from '@lingui/react/macro';
import { moodPresets } from '@vlam/contract/rules/discovery';
import { useState } from 'react';
import { Chip } from '../../../components/ui/chip.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import type { MoodPreset } from '../api.ts';
import { moodNames } from '../labels.ts';
import { maxMoodLength, useShareMood } from '../moods.ts';

/** Twelve mood presets or an own text, which overrides the preset. */
export function MoodSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t, i18n } = useLingui();
  const [preset, setPreset] = useState<MoodPreset | null>(null);
  const [text, setText] = useState('');
  const own = text.trim();
  const share = useShareMood({
    onSuccess: () => {
      setPreset(null);
      setText('');
      onClose();
    },
  });
  const send = () => {
    if (own) share.mutate({ text: own });
    else if (preset) share.mutate({ preset });
  };
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>What's your mood right now?</Trans>}
      action={<Trans>Share Mood</Trans>}
      disabled={!own && !preset}
      busy={share.isPending}
      busyLabel={<Trans>Sharing</Trans>}
      onSubmit={send}
    >
      <fieldset aria-label={t`Moods`} className="flex flex-wrap gap-2">
        {moodPresets.map((each) => (
          <Chip
            key={each}
            pressed={!own && preset === each}
            onClick={() => {
              setPreset(preset === each && !own ? null : each);
              setText('');
            }}
          >
            {i18n._(moodNames[each])}
          </Chip>
        ))}
      </fieldset>
      <Field label={<Trans>Or in your own words</Trans>} aside={`${text.length} / ${maxMoodLength}`}>
        <TextInput
          name="mood"
          value={text}
          maxLength={maxMoodLength}
          autoComplete="off"
          placeholder={t`Late walk, long talk`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </FormSheet>
  );
}
