import { Plural, Trans } from '@lingui/react/macro';
import type { PickedFile } from '../../../lib/helpers/picked-files.ts';

/** Files of the library in a message; `name` is the receiver's, null for many. */
export function PickedFiles({ files, name }: { files: readonly PickedFile[]; name: string | null }) {
  return (
    <>
      <div className="flex items-center gap-3">
        <span className="flex shrink-0 -space-x-6">
          {files.slice(0, 3).map(({ mediaId, previewUrl }) => (
            <img
              key={mediaId}
              src={previewUrl ?? undefined}
              alt=""
              className="size-14 rounded-md bg-surface-2 object-cover ring-2 ring-surface-1"
            />
          ))}
        </span>
        <p role="status" className="text-muted text-sm">
          <Plural value={files.length} one="# file of your library" other="# files of your library" />
        </p>
      </div>
      {files.some(({ isPaid }) => isPaid) ? (
        <p className="mt-4 rounded-md bg-warning-soft px-4 py-3 text-sm">
          {name === null ? (
            <Trans>You sell this elsewhere. Sent for free, they have it without buying it there.</Trans>
          ) : (
            <Trans>You sell this elsewhere. Sent for free, {name} has it without buying it there.</Trans>
          )}
        </p>
      ) : null}
    </>
  );
}
