import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Plus from 'lucide-react/icons/plus';
import { type DragEvent, useRef } from 'react';
import { acceptedBy } from '../../lib/uploads/file-rules.ts';
import type { UploadItem } from '../../lib/uploads/item.ts';
import type { Uploads } from '../../lib/uploads/use-uploads.ts';
import { kindIcons } from '../ui/kind-icons.ts';
import { UploadInput } from './upload-input.tsx';

interface UploadStripProps {
  uploads: Uploads;
  isNumbered: boolean;
  /** A tile can be dragged to another place. */
  isOrdered: boolean;
  hasRoom: boolean;
  onFiles(files: readonly File[]): void;
}

const tile = 'relative block aspect-[4/5] w-full overflow-hidden rounded-md bg-surface-2';

/** The files side by side; the chosen one shows its details below. */
export function UploadStrip({ uploads, isNumbered, isOrdered, hasRoom, onFiles }: UploadStripProps) {
  const { t } = useLingui();
  const { queue, items, selected, select } = uploads;
  const dragged = useRef<string | null>(null);
  const drag = (id: string, place: number) => ({
    draggable: true,
    onDragStart() {
      dragged.current = id;
    },
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop(event: DragEvent) {
      if (!dragged.current) return;
      event.preventDefault();
      event.stopPropagation();
      queue.move(dragged.current, place);
      dragged.current = null;
    },
  });
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(64px,1fr))] gap-2" aria-label={t`Files`}>
      {items.map((item, index) => (
        <li key={item.id} className="max-w-25">
          <button
            type="button"
            aria-pressed={item === selected}
            aria-label={isOrdered && index === 0 && items.length > 1 ? t`File 1, the cover` : t`File ${index + 1}`}
            onClick={() => select(item.id)}
            {...(isOrdered && items.length > 1 ? drag(item.id, index) : {})}
            className={clsx(
              'press',
              tile,
              item === selected && items.length > 1 && 'outline-2 outline-ink outline-offset-2',
            )}
          >
            <Thumb item={item} />
            {isNumbered ? (
              <span className="absolute top-1.5 left-1.5 grid size-6 place-items-center rounded-pill bg-picture-tag font-semibold text-meta text-on-picture tabular-nums">
                {index + 1}
              </span>
            ) : null}
            {isOrdered && index === 0 && items.length > 1 ? (
              <span className="absolute inset-x-0 bottom-0 bg-picture-tag py-0.5 text-center font-semibold text-micro text-on-picture">
                <Trans>Cover</Trans>
              </span>
            ) : null}
            <TileProgress item={item} />
          </button>
        </li>
      ))}
      {hasRoom ? (
        <li className="max-w-25">
          <UploadInput
            accept={acceptedBy(uploads)}
            multiple
            aria-label={t`Add files`}
            onFiles={onFiles}
            className={clsx(tile, 'grid! place-items-center hover:bg-surface-3')}
          >
            <Plus size={22} />
          </UploadInput>
        </li>
      ) : null}
    </ul>
  );
}

function Thumb({ item }: { item: UploadItem }) {
  const { kind, previewUrl, step, refusal, file } = item;
  const shape = clsx('size-full object-cover', step !== 'ready' && step !== 'preparing' && 'opacity-60');
  const Icon = kindIcons[kind];
  if (!previewUrl || refusal || kind === 'audio')
    return (
      <span className="grid size-full place-items-center text-faint">
        <Icon size={22} />
      </span>
    );
  if (kind !== 'image' && file)
    return <video src={previewUrl} muted playsInline preload="metadata" aria-hidden className={shape} />;
  return <img src={previewUrl} alt="" className={shape} />;
}

function TileProgress({ item: { step, sentBytes, byteSize } }: { item: UploadItem }) {
  if (step === 'failed' || step === 'missing')
    return (
      <span className="absolute right-1.5 bottom-1.5 grid size-6 place-items-center rounded-pill bg-picture-tag text-on-picture">
        <CircleAlert size={16} />
      </span>
    );
  if (step === 'ready' || step === 'preparing') return null;
  const percent = byteSize === 0 ? 0 : (sentBytes / byteSize) * 100;
  return (
    <span aria-hidden className="absolute inset-x-2 bottom-2 h-1 overflow-hidden rounded-pill bg-picture-tag">
      <span className="block h-full rounded-pill bg-on-picture" style={{ width: `${percent}%` }} />
    </span>
  );
}
