import { FileBox } from '../../features/publishing/components/file-box.tsx';
import { usePictureUpload } from '../../features/publishing/use-picture-upload.ts';
import type { ContentRequestView } from '../../features/requests/api.ts';
import { DeliverSheet } from '../../features/requests/components/deliver-sheet.tsx';

/** Delivers a request with an uploaded file. */
export function RequestDelivery({ request, onClose }: { request: ContentRequestView; onClose(): void }) {
  const kind = request.contentType === 'video' ? 'video' : 'image';
  const { upload, file } = usePictureUpload(kind);
  return (
    <DeliverSheet
      request={request}
      open
      onClose={onClose}
      mediaId={file.step === 'ready' ? file.mediaId : null}
      renderFileBox={(error) => <FileBox upload={upload} file={file} error={error} kind={kind} />}
    />
  );
}
