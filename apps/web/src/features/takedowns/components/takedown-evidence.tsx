import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { evidenceShownMs } from '@vlam/contract/rules/takedowns';
import Eye from 'lucide-react/icons/eye';
import { useEffect } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { KeyCap } from '../../../components/ui/key-cap.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { api } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import { useFailure } from '../../../lib/use-failure.ts';
import type { OpenedTakedown, TakedownFile } from '../api.ts';

const seconds = evidenceShownMs / 1000;

/** A file of a case: grey and out of focus, shown in grey for ten seconds when asked for. */
export function TakedownEvidence({
  found,
  file,
  isAsked,
  onAsk,
}: {
  found: OpenedTakedown;
  file: TakedownFile;
  /** Shown now; the first file's also by a key. */
  isAsked: boolean;
  onAsk(shown: boolean): void;
}) {
  const fail = useFailure();
  const open = useMutation({
    mutationFn: () => api.takedownEvidence({ params: { id: found.id }, body: { mediaId: file.mediaId } }),
    onError(error) {
      fail(error);
      onAsk(false);
    },
  });
  const { mutate, reset, data } = open;
  useEffect(() => {
    if (isAsked) mutate();
    else reset();
  }, [isAsked, mutate, reset]);
  const picture = data?.picture;
  useEffect(() => {
    if (!picture) return;
    const timer = setTimeout(() => onAsk(false), evidenceShownMs);
    return () => clearTimeout(timer);
  }, [picture, onAsk]);
  return (
    <li>
      {file.blurred ? (
        <div className="relative overflow-hidden rounded-[20px] bg-surface-2">
          <img
            src={picture ?? file.blurred}
            alt=""
            className="aspect-[16/9] w-full object-cover data-shown:aspect-auto data-shown:max-h-[60dvh] data-shown:object-contain"
            data-shown={picture ? '' : undefined}
          />
          {picture ? null : (
            <div className="on-dark absolute inset-x-0 bottom-0 bg-linear-to-t from-[rgb(10_6_6/.88)] to-transparent p-4.5 pt-14 text-on-picture">
              <p className="mb-3 text-sm">
                <Trans>Blurred, grey, without sound</Trans>
              </p>
              <Button
                size="sm"
                variant="bone"
                icon={<Eye size={18} />}
                busy={open.isPending}
                onClick={() => onAsk(true)}
              >
                <Trans>Show for {seconds} seconds</Trans>
                <KeyCap>E</KeyCap>
              </Button>
            </div>
          )}
        </div>
      ) : (
        <p className="rounded-[20px] bg-surface-1 px-4 py-4 text-muted text-sm">
          {found.showsPictures ? (
            <Trans>The picture is gone. Its fingerprint stays on the list.</Trans>
          ) : (
            <Trans>No picture is shown to anyone here. The file is frozen as evidence.</Trans>
          )}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="min-w-0 wrap-anywhere font-semibold">
          {file.title ?? (file.kind === 'image' ? <Trans>A picture</Trans> : <Trans>A recording</Trans>)}
        </span>
        <Tag tone={file.state === 'visible' ? 'warning' : 'neutral'}>
          {file.state === 'hidden' ? (
            <Trans>hidden</Trans>
          ) : file.state === 'removed' ? (
            <Trans>taken down</Trans>
          ) : file.state === 'gone' ? (
            <Trans>gone</Trans>
          ) : (
            <Trans>visible</Trans>
          )}
        </Tag>
        <span className="text-faint">
          {file.foundBy === 'print' ? (
            <Trans>{file.distance} of 256 bits differ</Trans>
          ) : file.foundBy === 'file' ? (
            <Trans>the same file</Trans>
          ) : file.foundBy === 'address' ? (
            <Trans>by its address</Trans>
          ) : (
            <Trans>another use of it</Trans>
          )}
        </span>
        {file.owner?.profileId ? (
          <Link to="/profile/:id" params={{ id: file.owner.profileId }} className="text-ember-text underline">
            {file.owner.name}
          </Link>
        ) : null}
      </div>
    </li>
  );
}
