import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatFileSize } from '../../lib/uploads/file-rules.ts';
import { isStored, totalsOf } from '../../lib/uploads/item.ts';
import type { Uploads } from '../../lib/uploads/use-uploads.ts';
import { Switch } from '../ui/choice.tsx';
import { UploadDetails } from './upload-details.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { UploadStrip } from './upload-strip.tsx';

interface UploadFilesProps {
  uploads: Uploads;
  isNumbered: boolean;
  isOrdered: boolean;
  isFixed: boolean;
  hasRoom: boolean;
  hint: ReactNode;
  onFiles(files: readonly File[]): void;
}

/** The chosen files, how each travels, and what can be done with one. */
export function UploadFiles({ uploads, isNumbered, isOrdered, isFixed, hasRoom, hint, onFiles }: UploadFilesProps) {
  const { t } = useLingui();
  const { queue, scope, kind, items, selected, sendsOriginals } = uploads;
  const { byteSize, savedBytes } = totalsOf(items);
  const [travels, whole, saved] = [byteSize, byteSize + savedBytes, savedBytes].map(formatFileSize);
  const several = items.length > 1;
  return (
    <div className="grid gap-3">
      <UploadStrip
        uploads={uploads}
        isNumbered={isNumbered}
        isOrdered={isOrdered}
        hasRoom={hasRoom}
        onFiles={onFiles}
      />
      {selected ? (
        <UploadDetails
          key={selected.id}
          uploads={uploads}
          item={selected}
          isOrdered={isOrdered && several}
          canRemove={!isFixed || several}
        />
      ) : null}
      {hint ? <p className="text-meta text-muted">{hint}</p> : null}
      {several ? <UploadProgress uploads={uploads} /> : null}
      {kind === 'audio' || (kind !== 'image' && !('VideoEncoder' in window)) || items.every(isStored) ? null : (
        <Switch
          checked={sendsOriginals}
          onChange={(on) => queue.sendOriginals(scope, on)}
          label={<Trans>Send original</Trans>}
          description={
            sendsOriginals ? (
              t`On: ${travels} travel`
            ) : savedBytes > 0 ? (
              <Trans>
                Off: {travels} travel instead of {whole}, {saved} saved
              </Trans>
            ) : (
              <Trans>Off: large files are made smaller before they travel</Trans>
            )
          }
          className="border-line border-t"
        />
      )}
    </div>
  );
}
