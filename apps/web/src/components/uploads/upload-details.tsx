import { Trans, useLingui } from '@lingui/react/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Check from 'lucide-react/icons/check';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { acceptOf, formatFileSize } from '../../lib/uploads/file-rules.ts';
import { isStored, savedBytesOf, type UploadItem } from '../../lib/uploads/item.ts';
import { fileRefusalMessages, kindWords } from '../../lib/uploads/messages.ts';
import type { Uploads } from '../../lib/uploads/use-uploads.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { UploadInput } from './upload-input.tsx';

/** How long a removal can be undone, in milliseconds. */
const undoMs = 6_000;

interface UploadDetailsProps {
  uploads: Uploads;
  item: UploadItem;
  /** Can be put at another place. */
  isOrdered?: boolean;
  canRemove?: boolean;
}

/** One file: its name, how far it is, and what can be done with it. */
export function UploadDetails({ uploads, item, isOrdered = false, canRemove = true }: UploadDetailsProps) {
  const { queue, scope, items } = uploads;
  const { t, i18n } = useLingui();
  const { id, kind, file, step, byteSize, sentBytes } = item;
  const words = kindWords[kind];
  const remove = () => {
    const { undo, done } = queue.remove([id]);
    const timer = setTimeout(done, undoMs);
    toast({
      title: i18n._(words.removed),
      stayMs: undoMs,
      action: {
        label: t`Undo`,
        act() {
          clearTimeout(timer);
          undo();
        },
      },
    });
  };
  return (
    <div className="rounded-card bg-surface-2 p-3">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1 self-center">
          {file ? <p className="wrap-anywhere font-semibold">{file.name}</p> : null}
          <p role="status" className="text-meta text-muted tabular-nums">
            <UploadState item={item} />
          </p>
        </div>
        {step === 'waiting' || step === 'sending' || step === 'reducing' ? (
          <IconButton label={t`Pause`} onClick={() => queue.pause([id])}>
            <Pause size={20} />
          </IconButton>
        ) : step === 'paused' ? (
          <IconButton label={t`Continue`} onClick={() => queue.resume([id])}>
            <Play size={20} />
          </IconButton>
        ) : null}
        {canRemove ? (
          <IconButton label={i18n._(words.remove)} onClick={remove}>
            <X size={20} />
          </IconButton>
        ) : null}
      </div>
      {isOrdered ? (
        <Place place={items.indexOf(item)} count={items.length} onMove={(to) => queue.move(id, to)} />
      ) : null}
      {step === 'sending' || step === 'stopped' || step === 'paused' ? (
        <ProgressBar className="mt-2" value={byteSize === 0 ? 0 : sentBytes / byteSize} label={i18n._(words.sending)} />
      ) : null}
      {step === 'missing' ? (
        <UploadInput
          accept={acceptOf[kind]}
          onFiles={(files) => queue.chooseAgain(scope, files.slice(0, 1))}
          className={buttonStyle({ size: 'sm', variant: 'bone', full: true }).concat(' mt-3')}
        >
          <Trans>Choose it again</Trans>
        </UploadInput>
      ) : null}
      {step === 'stopped' || (step === 'failed' && item.refusal === null && file) ? (
        <Button
          size="sm"
          variant="bone"
          className="mt-3"
          icon={<RefreshCw size={16} />}
          onClick={() => queue.resume([id])}
        >
          {step === 'stopped' ? <Trans>Try now</Trans> : <Trans>Try again</Trans>}
        </Button>
      ) : null}
    </div>
  );
}

/** Puts a file at another place, by touch and by keys. */
function Place({ place, count, onMove }: { place: number; count: number; onMove(to: number): void }) {
  const { t } = useLingui();
  const [isFirst, isLast] = [place === 0, place === count - 1];
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <IconButton
        variant="filled"
        label={t`Move earlier`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(place - 1)}
        className="aria-disabled:opacity-40"
      >
        <ArrowLeft size={20} />
      </IconButton>
      <IconButton
        variant="filled"
        label={t`Move later`}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(place + 1)}
        className="aria-disabled:opacity-40"
      >
        <ArrowRight size={20} />
      </IconButton>
      <span role="status" className="text-meta text-muted tabular-nums">
        {isFirst ? (
          <Trans>The cover, 1 of {count}</Trans>
        ) : (
          <Trans>
            {place + 1} of {count}
          </Trans>
        )}
      </span>
      {isFirst ? null : (
        <Button size="sm" variant="quiet" className="ml-auto" onClick={() => onMove(0)}>
          <Trans>Make it the cover</Trans>
        </Button>
      )}
    </div>
  );
}

function UploadState({ item }: { item: UploadItem }): ReactNode {
  const { i18n } = useLingui();
  const { step, kind, refusal, reason, byteSize, sentBytes } = item;
  const size = formatFileSize(byteSize);
  const sent = formatFileSize(sentBytes);
  switch (step) {
    case 'waiting':
      return <Trans>Waiting, {size}</Trans>;
    case 'reducing':
      return <Trans>Making it smaller, {Math.floor(item.reduced * 100)}%</Trans>;
    case 'sending':
      return (
        // Announced in quarters only.
        <>
          <span aria-hidden>
            <Trans>
              {sent} of {size}
            </Trans>
          </span>
          <span className="sr-only">
            <Trans>{Math.floor((sentBytes / byteSize) * 4) * 25}% sent</Trans>
          </span>
        </>
      );
    case 'paused':
      return (
        <Trans>
          Paused at {sent} of {size}
        </Trans>
      );
    case 'stopped':
      return (
        <Trans>
          The connection dropped at {sent} of {size}. It goes on by itself.
        </Trans>
      );
    case 'missing': {
      const chosen = formatFileSize(item.fileBytes);
      const date = formatDate(new Date(item.modifiedAt));
      return (
        <Trans>
          The page was left before this file of {chosen} from {date} had arrived. Choose it again: it goes on where it
          stopped.
        </Trans>
      );
    }
    case 'preparing':
      return item.prepared === null ? (
        <Trans>Sent. Preparing it for every screen…</Trans>
      ) : (
        <Trans>Sent. Preparing it for every screen, {item.prepared}%</Trans>
      );
    case 'ready': {
      if (isStored(item)) return <Trans>Stored</Trans>;
      const saved = savedBytesOf(item);
      return (
        <span className="inline-flex items-start gap-1 text-online">
          <Check size={16} className="mt-px shrink-0" />
          {saved > 0 ? (
            <Trans>
              Ready, {size}. Saved {formatFileSize(saved)}
            </Trans>
          ) : (
            <Trans>Ready, {size}</Trans>
          )}
        </span>
      );
    }
    case 'failed':
      return (
        <span className="text-danger">
          {refusal ? i18n._(fileRefusalMessages[refusal]) : (reason ?? i18n._(kindWords[kind].failed))}
        </span>
      );
  }
}
