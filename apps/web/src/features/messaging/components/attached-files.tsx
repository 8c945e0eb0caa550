import { Trans, useLingui } from '@lingui/react/macro';
import ImageIcon from 'lucide-react/icons/image';
import Video from 'lucide-react/icons/video';
import type { ReactNode } from 'react';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { type Attachment, progressOf } from '../use-attachments.ts';

interface AttachedFilesProps {
  attachments: readonly Attachment[];
  kind: 'photo' | 'video';
}

/** Files being uploaded: preview, progress, and the reason for a refusal. */
export function AttachedFiles({ attachments, kind }: AttachedFilesProps) {
  const { t } = useLingui();
  const { failed, missing, ready, sent: progress } = progressOf(attachments);
  const stopped = attachments.some((each) => each.state === 'stopped');
  const count = attachments.length;
  return (
    <div className="flex items-center gap-3">
      <span className="flex shrink-0 -space-x-6">
        {attachments.slice(0, 3).map(({ address, mediaId }, index) =>
          address === '' ? (
            <span
              key={mediaId ?? index}
              className="grid size-14 place-items-center rounded-md bg-surface-2 text-faint ring-2 ring-surface-1"
            >
              {kind === 'photo' ? <ImageIcon size={20} /> : <Video size={20} />}
            </span>
          ) : kind === 'photo' ? (
            <img
              key={address}
              src={address}
              alt=""
              className="size-14 rounded-md bg-surface-2 object-cover ring-2 ring-surface-1"
            />
          ) : (
            <video
              key={address}
              src={address}
              muted
              preload="metadata"
              className="size-14 rounded-md bg-surface-2 object-cover"
            />
          ),
        )}
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <p role="status" className={failed ? 'text-danger' : 'text-muted'}>
          {failed ? (
            <RefusalReason attachment={failed} kind={kind} />
          ) : attachments.some((each) => each.isLost) ? (
            <Trans>This file could not be sent</Trans>
          ) : missing > 0 ? (
            <MissingFiles kind={kind} missing={missing} count={count} />
          ) : ready ? (
            kind === 'video' ? (
              <Trans>Your video is ready</Trans>
            ) : count === 1 ? (
              <Trans>Your photo is ready</Trans>
            ) : (
              <Trans>{count} photos are ready</Trans>
            )
          ) : stopped ? (
            <Trans>Goes on when the connection is back</Trans>
          ) : progress === 1 ? (
            <Trans>Checking it</Trans>
          ) : (
            <Trans>Uploading</Trans>
          )}
        </p>
        {failed || ready || missing > 0 ? null : <ProgressBar value={progress} label={t`Upload`} className="mt-2" />}
      </div>
    </div>
  );
}

function MissingFiles({
  kind,
  missing,
  count,
}: {
  kind: 'photo' | 'video';
  missing: number;
  count: number;
}): ReactNode {
  if (kind === 'video')
    return (
      <Trans>The page was left before your video had arrived. Choose it again: it goes on where it stopped.</Trans>
    );
  if (count === 1)
    return (
      <Trans>The page was left before your photo had arrived. Choose it again: it goes on where it stopped.</Trans>
    );
  return (
    <Trans>
      The page was left before {missing} of {count} photos had arrived. Choose them again: they go on where they
      stopped.
    </Trans>
  );
}

function RefusalReason({ attachment, kind }: { attachment: Attachment; kind: 'photo' | 'video' }): ReactNode {
  const { refusal, reason } = attachment;
  if (reason) return reason;
  if (refusal === 'type')
    return kind === 'photo' ? (
      <Trans>Choose a JPEG, PNG or WebP picture</Trans>
    ) : (
      <Trans>Choose an MP4, MOV or WebM video</Trans>
    );
  if (refusal === 'size') return kind === 'photo' ? <Trans>At most 25 MB</Trans> : <Trans>At most 200 MB</Trans>;
  if (refusal === 'empty') return <Trans>This file is empty</Trans>;
  return <Trans>This file could not be sent</Trans>;
}
