import type { ErrorBody } from '@vlam/contract/errors';
import { uploadPath } from '@vlam/contract/media';
import type { DetailedError } from 'tus-js-client';
import { countData, type DataKind } from './data-use.ts';
import { tabAccountId } from './draft.ts';
import type { UploadKind } from './uploads/file-rules.ts';

/** Few requests for a large file, as the server counts them; small pieces of a small one, for proxies in between. */
const chunkBytesOf = (size: number) => Math.min(16, Math.max(1, Math.ceil(size / 24 / 1024 ** 2))) * 1024 ** 2;

const metadataOf: Record<UploadKind, Record<string, string>> = {
  image: { kind: 'image' },
  clip: { kind: 'video' },
  video: { kind: 'video', use: 'publish' },
  audio: { kind: 'audio' },
};

const kindOfUpload: Record<UploadKind, DataKind> = {
  image: 'pictures',
  clip: 'videos',
  video: 'videos',
  audio: 'sound',
};

export interface UploadHandle {
  /** Continues from the server's last byte. */
  resume(): void;
  /** Stops, and deletes the upload on the server. */
  cancel(): void;
  /** Stops; the server keeps the upload until it expires. */
  pause(): void;
}

interface Handlers {
  /** Bytes the server has received, and the total. */
  onProgress(sent: number, total: number): void;
  onSent(mediaId: string): void;
  /** `message` is the server's refusal; undefined when the connection was lost and `resume` can continue. */
  onStopped(message: string | undefined): void;
  /** Upload URL, to resume after a reload. */
  onAddress?(address: string): void;
}

/**
 * Uploads a file in chunks by tus; continues at `address` if given, or starts over when the server has
 * deleted that upload. The tus client loads with the first file.
 */
export async function sendFile(
  file: Blob,
  handlers: Handlers,
  kind: UploadKind,
  address: string | null,
): Promise<UploadHandle> {
  // Read before the first await: the upload belongs to the account that started it, also when it starts over.
  const account = tabAccountId();
  const { Upload } = await import('tus-js-client');
  let counted = 0;
  const upload = new Upload(file, {
    endpoint: uploadPath,
    uploadUrl: address,
    onUploadUrlAvailable: () => handlers.onAddress?.(upload.url ?? ''),
    chunkSize: chunkBytesOf(file.size),
    // The queue tries again, for all files together.
    retryDelays: null,
    metadata: { ...metadataOf[kind], ...(account ? { account } : {}) },
    // The library would store the URL under the file's name, which can contain a person's name.
    storeFingerprintForResuming: false,
    onProgress(sent, total) {
      countData(kindOfUpload[kind], Math.max(0, sent - counted));
      counted = sent;
      handlers.onProgress(sent, total);
    },
    onSuccess: () => handlers.onSent(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => handlers.onStopped(rejectionMessage(error)),
  });
  upload.start();
  return {
    resume: () => upload.start(),
    cancel: () => void upload.abort(upload.url !== null).catch(() => undefined),
    pause: () => void upload.abort().catch(() => undefined),
  };
}

/** The server's reason for refusing the file; undefined for network failures, server errors and a lost session. */
function rejectionMessage(error: Error | DetailedError): string | undefined {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  // Another request still writes to the upload (423), or its offset was outdated (409): the next attempt asks again.
  if (status < 400 || status >= 500 || [401, 409, 423].includes(status)) return undefined;
  try {
    const { code, message } = JSON.parse(response?.getBody() ?? '') as ErrorBody;
    return code === 'TOO_MANY_REQUESTS' ? undefined : message;
  } catch {
    return error.message;
  }
}
