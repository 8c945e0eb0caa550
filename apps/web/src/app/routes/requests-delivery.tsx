import { Trans } from '@lingui/react/macro';
import { itemFiles } from '@vlam/contract/rules/item-files';
import Images from 'lucide-react/icons/images';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { UploadBox } from '../../components/uploads/upload-box.tsx';
import type { ContentRequestView } from '../../features/requests/api.ts';
import { DeliverSheet } from '../../features/requests/components/deliver-sheet.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { useUploads } from '../../lib/uploads/use-uploads.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const LibraryPicker = lazyPart(() =>
  import('../../features/library/components/library-picker.tsx').then((module) => module.LibraryPicker),
);

/** Delivers a request with files of the library, or uploaded ones, which go on arriving while the sheet is closed. */
export function RequestDelivery({ request, onClose }: { request: ContentRequestView; onClose(): void }) {
  const kind = request.contentType === 'video' ? 'clip' : 'image';
  const scope = `request:${request.id}`;
  const uploads = useUploads(scope, kind, true, 'clip', true);
  const { queue, items } = uploads;
  const [picking, setPicking] = useState(false);
  const isAsked = (item: (typeof items)[number]) =>
    kind === 'image' ? item.kind === 'image' : item.kind === 'clip' || item.kind === 'video';
  // The first is of the kind that was asked for.
  const ordered = [...items.filter(isAsked).slice(0, 1), ...items.filter((item) => item !== items.find(isAsked))];
  const hint =
    kind === 'image' ? (
      <Trans>Up to {itemFiles.max} photos, videos and sounds, with at least one photo, as asked.</Trans>
    ) : (
      <Trans>Up to {itemFiles.max} photos, videos and sounds, with at least one video, as asked.</Trans>
    );
  const ready = ordered.flatMap(({ step, mediaId }) => (step === 'ready' && mediaId ? [mediaId] : []));
  return (
    <>
      <DeliverSheet
        request={request}
        open
        onClose={onClose}
        onDelivered={() => queue.release(items.map(({ id }) => id))}
        count={items.length}
        mediaIds={ready.length === items.length ? ready : []}
        renderFileBox={(error) => (
          <div>
            <UploadBox
              uploads={uploads}
              max={itemFiles.max}
              error={error}
              hint={hint}
              more={
                <Button size="sm" icon={<Images size={18} />} onClick={() => setPicking(true)}>
                  <Trans>From your library</Trans>
                </Button>
              }
            />
            {items.length === 0 ? <p className="mt-3 text-muted text-sm">{hint}</p> : null}
          </div>
        )}
      />
      {picking ? (
        <LazyBoundary close={() => setPicking(false)}>
          <LibraryPicker
            purpose={{ for: request.isExclusive ? 'exclusive' : 'file', kind: kind === 'image' ? 'image' : 'video' }}
            onPick={({ picked }) =>
              queue.addStored(
                scope,
                picked.map((file) => ({ ...file, previewUrl: file.previewUrl ?? '' })),
              )
            }
            onClose={() => setPicking(false)}
          />
        </LazyBoundary>
      ) : null}
    </>
  );
}
