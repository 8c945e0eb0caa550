import { useLingui } from '@lingui/react/macro';
import Camera from 'lucide-react/icons/camera';
import Mic from 'lucide-react/icons/mic';
import Video from 'lucide-react/icons/video';
import { type ComponentType, useState } from 'react';
import { importWithRetry } from '../../lib/import-retry.ts';
import { toastError } from '../../lib/toast.ts';
import type { UploadKind } from '../../lib/uploads/file-rules.ts';
import { captureTitles } from '../../lib/uploads/messages.ts';
import { Button } from '../ui/button.tsx';

type CaptureSheet = ComponentType<{ kind: UploadKind; onFile(file: File): void; onClose(): void }>;

/** Opens the camera, whose code loads then; nothing where the browser has no camera access. */
export function CaptureButton({ kind, onFile }: { kind: UploadKind; onFile(file: File): void }) {
  const { t, i18n } = useLingui();
  const [sheet, setSheet] = useState<{ Sheet: CaptureSheet } | null>(null);
  if (!navigator.mediaDevices) return null;
  const open = () =>
    importWithRetry(() => import('./capture-sheet.tsx')).then(
      ({ CaptureSheet: Sheet }) => setSheet({ Sheet }),
      () => toastError(t`Error`, t`The connection dropped. Try again.`),
    );
  return (
    <>
      <Button
        size="sm"
        icon={kind === 'audio' ? <Mic size={18} /> : kind === 'video' ? <Video size={18} /> : <Camera size={18} />}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        {i18n._(captureTitles[kind])}
      </Button>
      {sheet ? <sheet.Sheet kind={kind} onFile={onFile} onClose={() => setSheet(null)} /> : null}
    </>
  );
}
