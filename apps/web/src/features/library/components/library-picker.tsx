import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import type { LibraryPurpose, Picked } from '../../../lib/helpers/picked-files.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { canShare, isSold, type LibraryFile, prepareFiles } from '../api.ts';
import { fitOneMessage } from './chosen-bar.tsx';
import { FileChoice } from './file-choice.tsx';

interface LibraryPickerProps {
  /**
   * `message`: pictures together, or one video. `item`: files to publish. `file`: one of a kind. `exclusive`: one that is
   * used nowhere.
   */
  purpose: LibraryPurpose | { for: 'file' | 'exclusive'; kind: 'image' | 'video' };
  onPick(picked: Picked): void;
  onClose(): void;
}

/** Chooses files of the library for another use, and prepares them. */
export function LibraryPicker({ purpose, onPick, onClose }: LibraryPickerProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const [chosen, setChosen] = useState<readonly LibraryFile[]>([]);
  const [busy, setBusy] = useState(false);
  const isExclusive = purpose.for === 'exclusive';
  const canAdd = (file: LibraryFile) =>
    chosen.length === 0 ||
    (purpose.for === 'message' && fitOneMessage([...chosen, file])) ||
    (purpose.for === 'item' && chosen.length < purpose.max);
  const pick = async () => {
    setBusy(true);
    try {
      const [file] = chosen;
      // An exclusive file has no other use, so it is delivered itself.
      if (isExclusive && file) onPick({ media: 'photo', picked: [{ ...file, mediaId: file.id, isPaid: false }] });
      else onPick(await prepareFiles(chosen));
      onClose();
    } catch (error) {
      fail(error);
      setBusy(false);
    }
  };
  const fits = (file: LibraryFile) => {
    if (purpose.for !== 'item') return canShare(file) && !(isExclusive && file.isStream);
    if (purpose.isSound) return file.kind === 'audio';
    // A clip was never prepared to be published.
    return file.kind === 'image' || (file.kind === 'video' && file.isStream);
  };
  const count = chosen.length;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={busy}
      title={<Trans>From your library</Trans>}
      intro={
        isExclusive ? (
          <Trans>This request is exclusive: only files that are used nowhere can be delivered.</Trans>
        ) : undefined
      }
      actions={
        <Button
          size="lg"
          variant="primary"
          disabled={count === 0}
          busy={busy}
          busyLabel={<Trans>Preparing</Trans>}
          onClick={() => void pick()}
        >
          {count > 1 ? t`Use ${count} files` : t`Use this file`}
        </Button>
      }
    >
      {chosen.some(isSold) ? (
        <p role="status" className="mb-3 rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Trans>Others pay for this file. Who gets it here need not buy it there.</Trans>
        </p>
      ) : null}
      <FileChoice
        filter={{
          ...('kind' in purpose ? { kind: purpose.kind } : {}),
          ...(purpose.for === 'item' && purpose.isSound ? { kind: 'audio' as const } : {}),
          ...(isExclusive ? { used: 'no' as const } : {}),
        }}
        fits={fits}
        chosen={chosen}
        onChange={setChosen}
        canAdd={canAdd}
      />
    </Sheet>
  );
}
