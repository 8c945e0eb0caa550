import { Trans } from '@lingui/react/macro';
import AudioLines from 'lucide-react/icons/audio-lines';
import Image from 'lucide-react/icons/image';
import Video from 'lucide-react/icons/video';
import { formatDuration } from '../../../lib/format.ts';
import type { LibraryFile } from '../api.ts';
import { useKindLabel } from '../labels.ts';

const icons = { image: Image, video: Video, audio: AudioLines };

interface FilePictureProps {
  file: Pick<LibraryFile, 'kind' | 'state' | 'duration' | 'previewUrl'>;
  /** Small tiles show no word for the kind. */
  isSmall?: boolean;
}

/** The picture of a file with its kind or length. Fills its frame. */
export function FilePicture({ file: { kind, state, duration, previewUrl }, isSmall = false }: FilePictureProps) {
  const kindOf = useKindLabel();
  const Icon = icons[kind];
  const length = duration === null ? null : formatDuration(duration);
  return (
    <>
      {previewUrl ? (
        <img
          src={previewUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <span className="absolute inset-0 grid place-items-center bg-surface-2 p-2 text-center text-meta text-muted">
          {state === 'processing' ? <Trans>Preparing</Trans> : null}
        </span>
      )}
      {isSmall && length === null ? null : (
        <span
          aria-hidden
          className="absolute top-2 left-2 inline-flex h-6 items-center gap-1 rounded-pill bg-picture-tag px-2 font-semibold text-micro text-on-picture"
        >
          <Icon size={13} strokeWidth={2.1} />
          {length ?? kindOf(kind)}
        </span>
      )}
    </>
  );
}
