import { Trans, useLingui } from '@lingui/react/macro';
import Leaf from 'lucide-react/icons/leaf';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Segment, Switch } from '../../../components/ui/choice.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { breakChoices, gentleViewStore, setGentleView } from '../../../lib/gentle-view.ts';
import { useStore } from '../../../lib/store.ts';
import { useWorkTime } from '../use-work-time.ts';
import { BreakSheet } from './break-sheet.tsx';

/** For screens where staff look at what was reported: the button of the gentle view, and breaks. */
export function GentleViewBar() {
  const [isOpen, setOpen] = useState(false);
  const [isResting, setResting] = useState(false);
  const { isDue, minutes, later, rest } = useWorkTime();
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="press -ml-2 inline-flex min-h-11 items-center gap-2 rounded-pill px-2 text-muted text-sm hover:text-ink"
        >
          <Leaf size={18} aria-hidden />
          <Trans>Gentle view</Trans>
        </button>
        {isDue ? (
          <div
            role="status"
            className="flex flex-wrap items-center gap-2 rounded-card bg-surface-2 py-2 pr-2 pl-4 text-sm"
          >
            <span>
              <Trans>{minutes} minutes without a break.</Trans>
            </span>
            <Button size="sm" variant="bone" onClick={() => setResting(true)}>
              <Trans>Take five</Trans>
            </Button>
            <Button size="sm" onClick={later}>
              <Trans>Later</Trans>
            </Button>
          </div>
        ) : null}
      </div>
      {isOpen ? <GentleViewSheet onClose={() => setOpen(false)} /> : null}
      {isResting ? (
        <BreakSheet
          onClose={() => {
            setResting(false);
            rest();
          }}
        />
      ) : null}
    </>
  );
}

function GentleViewSheet({ onClose }: { onClose(): void }) {
  const { t } = useLingui();
  const { blurred, grey, muted, breakMinutes } = useStore(gentleViewStore);
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Gentle view</Trans>}
      intro={<Trans>How this device shows you what was reported. Every case can be shown in full.</Trans>}
    >
      <Switch
        checked={blurred}
        onChange={(next) => setGentleView({ blurred: next })}
        label={<Trans>Blur pictures until I ask</Trans>}
      />
      <Switch checked={grey} onChange={(next) => setGentleView({ grey: next })} label={<Trans>Without colour</Trans>} />
      <Switch
        checked={muted}
        onChange={(next) => setGentleView({ muted: next })}
        label={<Trans>Start videos without sound</Trans>}
      />
      <h3 className="mt-4 mb-2 font-semibold">
        <Trans>Offer a break after</Trans>
      </h3>
      <Segment
        label={t`Offer a break after`}
        options={breakChoices.map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? t`Never` : t`${minutes} min`,
        }))}
        value={String(breakMinutes)}
        onChange={(value) => setGentleView({ breakMinutes: Number(value) })}
      />
    </Sheet>
  );
}
