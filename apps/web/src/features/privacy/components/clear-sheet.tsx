import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { countWaiting } from '../../../lib/offline-credits.ts';

interface ClearSheetProps {
  open: boolean;
  onClose(): void;
  onClear(): Promise<void>;
}

/** Asks before everything on this device is deleted. */
export function ClearSheet({ open, onClose, onClear }: ClearSheetProps) {
  const [busy, setBusy] = useState(false);
  const waiting = open ? countWaiting() : 0;
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Clear All Data</Trans>}
      variant="danger"
      busy={busy}
      busyLabel={<Trans>Clearing</Trans>}
      action={<Trans>Clear All Data</Trans>}
      onSubmit={() => {
        setBusy(true);
        void onClear().finally(() => setBusy(false));
      }}
    >
      <p>
        <Trans>
          Drafts, saved conversations and everything else that Vlam keeps on this device are deleted. The settings of
          disguise, lock and incognito stay, so that nothing is uncovered.
        </Trans>
      </p>
      {waiting > 0 ? (
        <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Plural
            value={waiting}
            one="# purchase waits to be sent. It is deleted too, and nothing is charged."
            other="# purchases wait to be sent. They are deleted too, and nothing is charged."
          />
        </p>
      ) : null}
      <p className="text-muted text-sm">
        <Trans>Messages that were not sent are lost. Your account, and what others hold, is not touched.</Trans>
      </p>
    </FormSheet>
  );
}
