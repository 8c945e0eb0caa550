import { Trans, useLingui } from '@lingui/react/macro';
import Camera from 'lucide-react/icons/camera';
import ImagePlus from 'lucide-react/icons/image-plus';
import Images from 'lucide-react/icons/images';
import Video from 'lucide-react/icons/video';
import { Suspense, useRef, useState } from 'react';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { importWithRetry } from '../../../lib/import-retry.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { captureTitles } from '../../../lib/uploads/messages.ts';

const CaptureSheet = lazyPart(() =>
  importWithRetry(() => import('../../../components/uploads/capture-sheet.tsx')).then((module) => module.CaptureSheet),
);

interface AttachSheetProps {
  onChoose(media: 'photo' | 'video'): void;
  /** Taken or recorded with the camera. */
  onCapture(file: File, media: 'photo' | 'video'): void;
  /** Only creators have a library. */
  onLibrary: (() => void) | undefined;
  onClose(): void;
}

/** What a member adds to a message: from the device, by its camera, or from a creator's library. */
export function AttachSheet({ onChoose, onCapture, onLibrary, onClose }: AttachSheetProps) {
  const { i18n } = useLingui();
  const [capture, setCapture] = useState<'image' | 'clip' | null>(null);
  const taken = useRef<File | null>(null);
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  if (capture)
    return (
      <Suspense fallback={null}>
        <CaptureSheet
          kind={capture}
          onFile={(file) => {
            taken.current = file;
          }}
          // Called after a file was taken too; then another sheet takes its place.
          onClose={() =>
            taken.current ? onCapture(taken.current, capture === 'image' ? 'photo' : 'video') : onClose()
          }
        />
      </Suspense>
    );
  return (
    <Sheet open onClose={onClose} title={<Trans>Add to the chat</Trans>}>
      <div className="-mx-2 grid">
        <button type="button" className={sheetRow} onClick={then(() => onChoose('photo'))}>
          <ImagePlus size={20} />
          <Trans>Photos from this device</Trans>
        </button>
        <button type="button" className={sheetRow} onClick={then(() => onChoose('video'))}>
          <Video size={20} />
          <Trans>A video from this device</Trans>
        </button>
        {/* Without a camera's interface there is nothing to open. */}
        {'mediaDevices' in navigator
          ? (['image', 'clip'] as const).map((kind) => (
              <button key={kind} type="button" className={sheetRow} onClick={() => setCapture(kind)}>
                <Camera size={20} />
                {i18n._(captureTitles[kind])}
              </button>
            ))
          : null}
        {onLibrary ? (
          <button type="button" className={sheetRow} onClick={then(onLibrary)}>
            <Images size={20} />
            <Trans>From your library</Trans>
          </button>
        ) : null}
      </div>
    </Sheet>
  );
}
