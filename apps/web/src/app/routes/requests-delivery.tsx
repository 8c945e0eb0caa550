import { Trans, useLingui } from '@lingui/react/macro';
import Images from 'lucide-react/icons/images';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { UploadBox } from '../../components/uploads/upload-box.tsx';
import type { ContentRequestView } from '../../features/requests/api.ts';
import { DeliverSheet } from '../../features/requests/components/deliver-sheet.tsx';
import type { PickedFile } from '../../lib/helpers/picked-files.ts';
import { lazyPart } from '../../lib/styles.ts';
import { useUploads } from '../../lib/uploads/use-uploads.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const LibraryPicker = lazyPart(() =>
  import('../../features/library/components/library-picker.tsx').then((module) => module.LibraryPicker),
);

/** Delivers a request with a file of the library, or an uploaded one, which goes on arriving while the sheet is closed. */
export function RequestDelivery({ request, onClose }: { request: ContentRequestView; onClose(): void }) {
  const kind = request.contentType === 'video' ? 'video' : 'image';
  const uploads = useUploads(`request:${request.id}`, kind === 'video' ? 'clip' : 'image');
  const { queue, selected, items } = uploads;
  const [picking, setPicking] = useState(false);
  const [picked, setPicked] = useState<PickedFile | null>(null);
  const uploadedId = selected?.step === 'ready' ? selected.mediaId : null;
  return (
    <>
      <DeliverSheet
        request={request}
        open
        onClose={onClose}
        onDelivered={() => queue.release(items.map(({ id }) => id))}
        mediaId={picked?.mediaId ?? uploadedId}
        renderFileBox={(error) =>
          picked ? (
            <Picked file={picked} onRemove={() => setPicked(null)} />
          ) : (
            <div>
              <UploadBox uploads={uploads} error={error} />
              {items.length > 0 ? null : (
                <Button size="sm" className="mt-2" icon={<Images size={18} />} onClick={() => setPicking(true)}>
                  <Trans>From your library</Trans>
                </Button>
              )}
            </div>
          )
        }
      />
      {picking ? (
        <LazyBoundary close={() => setPicking(false)}>
          <LibraryPicker
            purpose={{ for: request.isExclusive ? 'exclusive' : 'file', kind }}
            onPick={({ picked: [one] }) => setPicked(one ?? null)}
            onClose={() => setPicking(false)}
          />
        </LazyBoundary>
      ) : null}
    </>
  );
}

function Picked({ file: { previewUrl, isPaid }, onRemove }: { file: PickedFile; onRemove(): void }) {
  const { t } = useLingui();
  return (
    <div className="flex items-center gap-4 rounded-card bg-surface-2 p-3">
      {previewUrl ? (
        <img src={previewUrl} alt="" className="h-25 w-20 shrink-0 rounded-md bg-surface-3 object-cover" />
      ) : null}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          <Trans>From your library</Trans>
        </p>
        {isPaid ? (
          <p className="mt-0.5 text-meta text-muted">
            <Trans>Others pay for it elsewhere too</Trans>
          </p>
        ) : null}
      </div>
      <IconButton label={t`Choose another file`} onClick={onRemove} className="self-start">
        <X size={20} />
      </IconButton>
    </div>
  );
}
