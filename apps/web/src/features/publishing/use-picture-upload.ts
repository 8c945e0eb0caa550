import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { sendFile } from '../../lib/send-file.ts';
import { useStore } from '../../lib/store.ts';
import { createPictureUpload, type PictureUpload, type UploadState } from './upload.ts';

/** The one picture, or clip, of a form. It goes on by itself when the network comes back, and is let go with the screen. */
export function usePictureUpload(kind: 'image' | 'video' = 'image'): { upload: PictureUpload; file: UploadState } {
  const [upload] = useState(() =>
    createPictureUpload({ send: sendFile, look: (id) => api.getMedia({ params: { id } }), kind }),
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
