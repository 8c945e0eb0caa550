import type { ErrorBody } from '@vlam/contract/errors';
import { uploadPath } from '@vlam/contract/media';
import type { DetailedError } from 'tus-js-client';
import { pageOwner } from './draft.ts';

const chunkBytes = 1024 ** 2;
/** Milliseconds before each next try while the network answers at all. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000];

export interface Sending {
  /** Goes on where the server's copy ends. */
  resume(): void;
  /** Stops, and tells the server to forget what came. */
  cancel(): void;
  /** Stops; what came stays for as long as the server keeps it. */
  pause(): void;
}

interface Handlers {
  /** Bytes the server holds, of all. */
  onProgress(sent: number, total: number): void;
  onSent(mediaId: string): void;
  /** `message` is the server's; without one the connection was lost and `resume` goes on. */
  onStopped(message: string | undefined): void;
  /** Where the server takes the rest, for somebody who goes on after a reload. */
  onAddress?(address: string): void;
}

/**
 * Sends a picture or a clip in pieces by tus, from `address` on when an earlier page has begun; anew when the server has
 * let go of that. The client library loads at the first file.
 */
export async function sendFile(
  file: File,
  handlers: Handlers,
  kind: 'image' | 'video' = 'image',
  address: string | null = null,
): Promise<Sending> {
  // Before anything is waited for: a file stays its page's, also when it begins anew.
  const account = pageOwner();
  const { Upload } = await import('tus-js-client');
  const upload = new Upload(file, {
    endpoint: uploadPath,
    uploadUrl: address,
    onUploadUrlAvailable: () => handlers.onAddress?.(upload.url ?? ''),
    chunkSize: chunkBytes,
    retryDelays,
    metadata: { kind, ...(account ? { account } : {}) },
    // The address would be kept on the device under the file's name, which can name a person.
    storeFingerprintForResuming: false,
    onProgress: handlers.onProgress,
    onSuccess: () => handlers.onSent(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => handlers.onStopped(refusalIn(error)),
  });
  upload.start();
  return {
    resume: () => upload.start(),
    cancel: () => void upload.abort(upload.url !== null).catch(() => undefined),
    pause: () => void upload.abort().catch(() => undefined),
  };
}

/** The sentence of a refusal; undefined when the server did not decide against the file, but that its owner is away. */
function refusalIn(error: Error | DetailedError): string | undefined {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (status < 400 || status >= 500 || status === 401) return undefined;
  try {
    return (JSON.parse(response?.getBody() ?? '') as ErrorBody).message;
  } catch {
    return error.message;
  }
}
