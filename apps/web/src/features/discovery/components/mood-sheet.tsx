import { Trans, useLingui } from '@lingui/react/macro';
import { moodPresets } from '@vlam/contract/rules/discovery';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import type { MoodPreset } from '../api.ts';
import { longestMood, useShareMood } from '../moods.ts';
import { moodWords } from '../words.ts';

/** Twelve moods, or one's own words; what is written counts before what is pressed. */
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
    <Sheet
      open={open}
      onClose={onClose}
      locked={share.isPending}
      title={<Trans>What's your mood right now?</Trans>}
      actions={
        <>
          <Button onClick={onClose} disabled={share.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            disabled={!own && !preset}
            busy={share.isPending}
            busyLabel={<Trans>Sharing</Trans>}
            onClick={send}
          >
            <Trans>Share Mood</Trans>
          </Button>
        </>
      }
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
            {i18n._(moodWords[each])}
          </Chip>
        ))}
      </fieldset>
      <form
        className="mt-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!share.isPending) send();
        }}
      >
        <Field label={<Trans>Or in your own words</Trans>} aside={`${text.length} / ${longestMood}`}>
          <TextInput
            name="mood"
            value={text}
            maxLength={longestMood}
            autoComplete="off"
            placeholder={t`Late walk, long talk`}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Sheet>
  );
}
