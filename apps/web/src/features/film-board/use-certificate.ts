import { useLingui } from '@lingui/react/macro';
import { maxCertificatePdfBytes } from '@vlam/contract/rules/film-board';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { fileRefusalMessages } from '../../lib/uploads/messages.ts';
import { UploadFailed } from '../../lib/uploads/queue.ts';
import { uploadQueue } from '../../lib/uploads/uploads.ts';
import { useSetCertificate, useSetCertificatePdf } from './api.ts';

const scope = 'certificate';

/** By its first bytes, as the server judges it; names and types are only claims. */
const isPdf = async (file: File): Promise<boolean> => (await file.slice(0, 5).text()) === '%PDF-';

/** Uploads a picture or a PDF and attaches it as the certificate. */
export function useCertificate() {
  const { i18n, t } = useLingui();
  const [queue] = useState(uploadQueue);
  const attach = useSetCertificate();
  const attachPdf = useSetCertificatePdf();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => queue.clear(scope), [queue]);

  async function sendPicture(file: File): Promise<void> {
    const [id = ''] = queue.add(scope, 'image', [file]);
    const refusal = queue.items.get().find((item) => item.id === id)?.refusal ?? null;
    if (refusal) {
      queue.clear(scope);
      return setProblem(i18n._(fileRefusalMessages[refusal]));
    }
    await attach.mutateAsync(await queue.whenReady(id));
    queue.release([id]);
  }

  async function send(file: File): Promise<void> {
    queue.clear(scope);
    setProblem(null);
    setIsSending(true);
    try {
      if (!(await isPdf(file))) await sendPicture(file);
      else if (file.size > maxCertificatePdfBytes) setProblem(t`This PDF is too large: 5 MB at most.`);
      else await attachPdf.mutateAsync(file);
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
