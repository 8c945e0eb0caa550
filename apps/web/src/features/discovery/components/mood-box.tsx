import { Trans, useLingui } from '@lingui/react/macro';
import { moodPresets } from '@vlam/contract/rules/discovery';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Chip } from '../../../components/ui/chip.tsx';
import type { MoodPreset } from '../api.ts';
import { moodNames } from '../labels.ts';
import { useShareMood } from '../moods.ts';

/** Moods shown here; the dialog has all twelve and a text field. */
const quickPresets = moodPresets.slice(0, 5);

/** Shares a mood with two taps, or opens the dialog. */
export function MoodBox({ onMore }: { onMore(): void }) {
  const { i18n } = useLingui();
  const [picked, setPicked] = useState<MoodPreset | null>(null);
  const share = useShareMood({ onSuccess: () => setPicked(null) });
  return (
    <section aria-labelledby="mood" className="rounded-card bg-surface-1 p-[18px]">
      <h3 id="mood" className="d4">
        <Trans>What's your mood right now?</Trans>
      </h3>
      <div className="mt-3 flex flex-wrap gap-2">
        {quickPresets.map((preset) => (
          <Chip
            key={preset}
            pressed={picked === preset}
            onClick={() => setPicked(picked === preset ? null : preset)}
            className={picked === preset ? undefined : 'bg-surface-3! hover:bg-surface-4!'}
          >
            {i18n._(moodNames[preset])}
          </Chip>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onMore}
          className="press inline-flex h-11 items-center rounded-pill bg-surface-3 px-4 font-medium text-muted text-sm hover:bg-surface-4"
        >
          <Trans>More</Trans>
        </button>
      </div>
      <Button
        full
        size="sm"
        variant="bone"
        className="mt-3"
        busy={share.isPending}
        busyLabel={<Trans>Sharing</Trans>}
        onClick={() => (picked ? share.mutate({ preset: picked }) : onMore())}
      >
        <Trans>Share Your Mood</Trans>
      </Button>
    </section>
  );
}
