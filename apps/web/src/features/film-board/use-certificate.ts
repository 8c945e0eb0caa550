import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { fileRefusalMessages } from '../../lib/uploads/messages.ts';
import { UploadFailed } from '../../lib/uploads/queue.ts';
import { uploadQueue } from '../../lib/uploads/uploads.ts';
import { useSetCertificate } from './api.ts';

const scope = 'certificate';

/** Uploads a picture and attaches it as the certificate. */
export function useCertificate() {
  const { i18n, t } = useLingui();
  const [queue] = useState(uploadQueue);
  const attach = useSetCertificate();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => queue.clear(scope), [queue]);

  async function send(file: File): Promise<void> {
    queue.clear(scope);
    const [id = ''] = queue.add(scope, 'image', [file]);
    const refusal = queue.items.get().find((item) => item.id === id)?.refusal ?? null;
    setProblem(refusal && i18n._(fileRefusalMessages[refusal]));
    if (refusal) return queue.clear(scope);
    setIsSending(true);
    try {
      await attach.mutateAsync(await queue.whenReady(id));
      queue.release([id]);
    } catch (error) {
      setProblem(
        (error instanceof UploadFailed ? error.message : messageOf(error)) ||
          t`The certificate was not sent. Check your connection and try again.`,
      );
    } finally {
      setIsSending(false);
    }
  }
  return { isSending, problem, send };
}
