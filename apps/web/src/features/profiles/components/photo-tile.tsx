import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OwnPhoto, PhotoState } from '@vlam/contract/profiles-photos';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { Tag, type TagTone } from '../../../components/ui/tag.tsx';
import { UploadInput } from '../../../components/uploads/upload-input.tsx';
import { acceptOf } from '../../../lib/uploads/file-rules.ts';

const stateTags: Record<Exclude<PhotoState, 'shown'>, { tone: TagTone; label: MessageDescriptor }> = {
  waiting: { tone: 'glass', label: msg`Waiting` },
  refused: { tone: 'danger', label: msg`Refused` },
  hidden: { tone: 'danger', label: msg`Hidden` },
};

/** The state of a photo that others do not see; nothing for a shown one. */
export function PhotoStateTag({ state, className }: { state: PhotoState; className?: string }) {
  const { i18n } = useLingui();
  if (state === 'shown') return null;
  const { tone, label } = stateTags[state];
  return (
    <Tag tone={tone} {...(className ? { className } : {})}>
      {i18n._(label)}
    </Tag>
  );
}

interface PhotoTileProps {
  photo: OwnPhoto;
  /** From 1. */
  place: number;
  selected: boolean;
  onSelect(): void;
  onDragStart(): void;
  /** Another tile was dropped on this one. */
  onDrop(): void;
}

export function PhotoTile({ photo, place, selected, onSelect, onDragStart, onDrop }: PhotoTileProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-pressed={selected}
      aria-label={t`Photo ${place}`}
      draggable
      onClick={onSelect}
      onDragStart={onDragStart}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
      className={clsx(
        'press relative block w-full overflow-hidden rounded-card',
        selected && 'outline-2 outline-ink outline-offset-2',
      )}
    >
      <Portrait src={photo.url} width={328} height={438} className="pointer-events-none aspect-[3/4] w-full" />
      <span className="absolute top-2 left-2 grid size-6 place-items-center rounded-pill bg-picture-tag font-semibold text-meta text-on-picture tabular-nums">
        {place}
      </span>
      <PhotoStateTag state={photo.state} className="absolute bottom-2 left-2" />
    </button>
  );
}

interface PhotoInputProps {
  label: string;
  /** Opens the camera on phones. */
  camera?: boolean;
  onFile(file: File): void;
  className?: string;
  children: ReactNode;
}

/** A file button; the picker offers only what the server takes. */
export function PhotoInput({ label, camera = false, onFile, className, children }: PhotoInputProps) {
  return (
    <UploadInput
      accept={acceptOf.image}
      {...(camera ? { capture: 'user' as const } : {})}
      aria-label={label}
      onFiles={([file]) => file && onFile(file)}
      {...(className ? { className } : {})}
    >
      {children}
    </UploadInput>
  );
}
