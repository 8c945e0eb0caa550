import { Trans } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { itemFiles } from '@vlam/contract/rules/item-files';
import type { ReactNode } from 'react';
import { UploadBox } from '../../../components/uploads/upload-box.tsx';
import type { FileUploads } from '../upload.ts';

interface FileBoxProps {
  upload: FileUploads;
  /** The stored item; null for a new one. */
  saved: ContentView | null;
  /** Other ways to add files. */
  more?: ReactNode;
  /** The form's error for the files. */
  error: string | undefined;
}

/** The files of an item in their order; the first is its cover. */
export function FileBox({ upload: { uploads }, saved, more, error }: FileBoxProps) {
  const isFixed = saved !== null && saved.state !== 'draft';
  const count = uploads.items.length;
  return (
    <UploadBox
      uploads={uploads}
      max={uploads.isMixed ? itemFiles.max : 1}
      isOrdered={uploads.isMixed}
      isFixed={isFixed}
      more={more}
      error={error}
      hint={
        isFixed ? (
          count > 1 ? (
            <Trans>Put them in another order, or remove some. For other files make a new item.</Trans>
          ) : (
            <Trans>The file of a published item stays. For another one make a new item.</Trans>
          )
        ) : saved && saved.rules?.depicts !== 'me' ? (
          <Trans>After another file, everyone in it is asked again.</Trans>
        ) : uploads.isMixed ? (
          <Trans>Up to {itemFiles.max} pictures and videos in one item. The first is the cover.</Trans>
        ) : null
      }
    />
  );
}
