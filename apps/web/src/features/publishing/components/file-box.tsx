import { Trans, useLingui } from '@lingui/react/macro';
import { clipTypes, pictureTypes } from '@vlam/contract/media';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Film from 'lucide-react/icons/film';
import ImagePlus from 'lucide-react/icons/image-plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { fileRefusalMessages } from '../messages.ts';
import { formatFileSize } from '../picture-file.ts';
import type { PictureUpload, UploadState } from '../upload.ts';

interface FileBoxProps {
  upload: PictureUpload;
  file: UploadState;
  /** The form's error for the file. */
  error: string | undefined;
  kind?: 'image' | 'video';
}

// HEIC is selectable so that the error can explain it; the picker would only hide it.
const accept = { image: [...pictureTypes, '.heic', '.heif'].join(','), video: clipTypes.join(',') } as const;

/** Chooses or drops a picture or clip, and shows its upload progress. */
export function FileBox({ upload, file, error, kind = 'image' }: FileBoxProps) {
  const { i18n, t } = useLingui();
  const id = useId();
  const [over, setOver] = useState(false);
  const isClip = kind === 'video';
  const problem =
    file.step === 'refused'
      ? i18n._(fileRefusalMessages[file.refusal])
      : file.step === 'failed'
        ? (file.reason ??
          (isClip
            ? t`The clip could not be sent. Please try again.`
            : t`The picture could not be sent. Please try again.`))
        : error;
  const isEmpty = !('address' in file);
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 font-semibold text-sm">
        {isClip ? <Trans>Clip</Trans> : <Trans>Picture</Trans>}
      </p>
      {isEmpty ? (
        <label
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            const [dropped] = event.dataTransfer.files;
            if (dropped) upload.choose(dropped);
          }}
          className={clsx(
            'press flex min-h-35 flex-col items-center justify-center gap-2 rounded-card px-5 py-6 text-center inset-ring hover:bg-surface-3',
            'has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2',
            over ? 'bg-surface-3 inset-ring-ink' : 'bg-surface-2',
            problem ? 'inset-ring-2 inset-ring-danger' : over ? '' : 'inset-ring-control',
          )}
        >
          <input
            type="file"
            accept={accept[kind]}
            aria-invalid={problem ? true : undefined}
            aria-labelledby={`${id}-label ${id}-text`}
            aria-describedby={problem ? `${id}-error` : `${id}-help`}
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              if (chosen) upload.choose(chosen);
              event.target.value = '';
            }}
            className="sr-only"
          />
          {isClip ? (
            <Film size={28} strokeWidth={1.75} className="text-muted" />
          ) : (
            <ImagePlus size={28} strokeWidth={1.75} className="text-muted" />
          )}
          <span id={`${id}-text`} className="font-semibold">
            {isClip ? <Trans>Choose a clip</Trans> : <Trans>Choose a picture</Trans>}
          </span>
          <span id={`${id}-help`} className="text-meta text-muted">
            {isClip ? (
              <Trans>MP4, MOV or WebM, up to 10 minutes and 200 MB. Where it was taken is removed.</Trans>
            ) : (
              <Trans>JPEG, PNG or WebP, up to 25 MB. Where it was taken is removed.</Trans>
            )}
          </span>
        </label>
      ) : (
        <ChosenFile upload={upload} file={file} isWrong={problem !== undefined} isClip={isClip} />
      )}
      {problem ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 flex items-start gap-1.5 text-danger text-meta">
          <CircleAlert size={16} className="mt-px shrink-0" />
          {problem}
        </p>
      ) : null}
    </div>
  );
}

interface ChosenFileProps {
  upload: PictureUpload;
  file: Extract<UploadState, { address: string }>;
  isWrong: boolean;
  isClip: boolean;
}

function ChosenFile({ upload, file, isWrong, isClip }: ChosenFileProps) {
  const { t } = useLingui();
  const percent = 'sent' in file ? Math.floor(file.sent * 100) : 100;
  return (
    <div
      className={clsx(
        'flex items-center gap-4 rounded-card bg-surface-2 p-3',
        isWrong && 'inset-ring-2 inset-ring-danger',
      )}
    >
      {isClip ? (
        <video
          src={file.address}
          muted
          playsInline
          preload="metadata"
          aria-hidden
          className="h-25 w-20 shrink-0 rounded-md bg-surface-3 object-cover"
        />
      ) : (
        <img src={file.address} alt="" className="h-25 w-20 shrink-0 rounded-md bg-surface-3 object-cover" />
      )}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{file.file.name}</p>
        <p className="mt-0.5 text-meta text-muted tabular-nums" aria-live="polite">
          <Progress file={file} percent={percent} />
        </p>
        {'sent' in file ? (
          <ProgressBar
            className="mt-2.5"
            value={file.sent}
            label={isClip ? t`Sending the clip` : t`Sending the picture`}
          />
        ) : null}
        {file.step === 'stopped' ? (
          <Button
            size="sm"
            variant="bone"
            className="mt-3"
            icon={<RefreshCw size={16} />}
            onClick={() => upload.resume()}
          >
            <Trans>Go on</Trans>
          </Button>
        ) : null}
      </div>
      <IconButton
        label={file.step === 'sending' ? t`Cancel the upload` : isClip ? t`Remove the clip` : t`Remove the picture`}
        onClick={() => upload.clear()}
        className="self-start"
      >
        <X size={20} />
      </IconButton>
    </div>
  );
}

function Progress({ file, percent }: { file: ChosenFileProps['file']; percent: number }): ReactNode {
  const size = formatFileSize(file.file.size);
  switch (file.step) {
    case 'sending':
      return (
        // Announced in quarters only.
        <>
          <span aria-hidden>
            <Trans>
              {percent}% of {size}
            </Trans>
          </span>
          <span className="sr-only">
            <Trans>{Math.floor(percent / 25) * 25}% sent</Trans>
          </span>
        </>
      );
    case 'stopped':
      return <Trans>The connection dropped at {percent}%. It goes on when you are back online.</Trans>;
    case 'preparing':
      return <Trans>Sent. Preparing it for every screen…</Trans>;
    case 'ready':
      return (
        <span className="inline-flex items-center gap-1 text-online">
          <Check size={16} />
          <Trans>Ready, {size}</Trans>
        </span>
      );
    case 'failed':
      return size;
  }
}
