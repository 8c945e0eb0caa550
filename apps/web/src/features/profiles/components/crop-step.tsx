import { Trans, useLingui } from '@lingui/react/macro';
import type { Crop } from '@vlam/contract/profiles-photos';
import { useState } from 'react';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import type { CropKind } from '../crop.ts';
import { PhotoCrop } from './photo-crop.tsx';

interface CropStepProps {
  kind: CropKind;
  src: string;
  saved?: Crop | undefined;
  /** Part of the file that has arrived, from 0 to 1; absent for a stored photo. */
  sent?: number | undefined;
  busy: boolean;
  onBack(): void;
  onUse(crop: Crop): void;
}

/** Crops a photo, also while it is still being sent. */
export function CropStep({ kind, src, saved, sent, busy, onBack, onUse }: CropStepProps) {
  const { t } = useLingui();
  const [crop, setCrop] = useState<Crop | null>(null);
  const percent = Math.floor((sent ?? 1) * 100);
  return (
    <Sheet
      open
      onClose={onBack}
      locked={busy}
      title={kind === 'photo' ? <Trans>Crop your photo</Trans> : <Trans>Crop your cover</Trans>}
      actions={
        <SheetFoot
          onCancel={onBack}
          cancel={<Trans>Back</Trans>}
          action={kind === 'photo' ? <Trans>Use this photo</Trans> : <Trans>Use this cover</Trans>}
          busy={busy}
          busyLabel={percent < 100 ? <Trans>Sending, {percent}%</Trans> : <Trans>Preparing</Trans>}
          disabled={crop === null}
          onConfirm={() => crop && onUse(crop)}
        />
      }
    >
      <PhotoCrop src={src} kind={kind} saved={saved} onChange={setCrop} />
      {sent !== undefined && sent < 1 ? (
        <ProgressBar className="mt-3" value={sent} label={t`Sending the photo`} />
      ) : null}
    </Sheet>
  );
}
