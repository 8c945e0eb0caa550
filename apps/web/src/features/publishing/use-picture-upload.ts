import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { sendFile } from '../../lib/send-file.ts';
import { useStore } from '../../lib/store.ts';
import { createPictureUpload, type PictureUpload, type UploadState } from './upload.ts';

/** The upload of a form. Resumes when the network returns; discarded on unmount. */
export function usePictureUpload(kind: 'image' | 'video' = 'image'): { upload: PictureUpload; file: UploadState } {
  const [upload] = useState(() =>
    createPictureUpload({ send: sendFile, getMedia: (id) => api.getMedia({ params: { id } }), kind }),
  );
  const file = useStore(upload.state);
  useEffect(() => {
    addEventListener('online', upload.resume);
    return () => {
      removeEventListener('online', upload.resume);
      upload.clear();
    };
  }, [upload]);
  return { upload, file };
}
