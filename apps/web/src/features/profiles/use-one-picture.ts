import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { fileRefusalMessages } from '../../lib/uploads/messages.ts';
import { UploadFailed } from '../../lib/uploads/queue.ts';
import { uploadQueue } from '../../lib/uploads/uploads.ts';

/**
 * Takes one picture, sends its file while it is looked at, and hands it in. A picture that is not used is deleted.
 * `scope` names it among the uploads of this device.
 */
export function useOnePicture(scope: string, handIn: (mediaId: string) => Promise<unknown>) {
  const { i18n, t } = useLingui();
  const [queue] = useState(uploadQueue);
  const [taken, setTaken] = useState<{ id: string; src: string } | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const arrival = useRef<Promise<string> | null>(null);
  useEffect(() => () => queue.clear(scope), [queue, scope]);

  return {
    taken,
    problem,
    isSending,
    take(file: File) {
      queue.clear(scope);
      const [id = ''] = queue.add(scope, 'image', [file]);
      const { refusal = null, previewUrl: src = '' } = queue.items.get().find((item) => item.id === id) ?? {};
      setProblem(refusal && i18n._(fileRefusalMessages[refusal]));
      if (refusal) {
        queue.clear(scope);
        setTaken(null);
        return;
      }
      arrival.current = queue.whenReady(id);
      // Reported where it is awaited; until then it is no unhandled rejection.
      arrival.current.catch(() => undefined);
      setTaken({ id, src });
    },
    async send() {
      if (!taken || !arrival.current) return;
      setIsSending(true);
      setProblem(null);
      try {
        await handIn(await arrival.current);
        queue.release([taken.id]);
        setTaken(null);
      } catch (error) {
        setProblem(
          (error instanceof UploadFailed ? error.message : messageOf(error)) ||
            t`The picture was not sent. Check your connection and try again.`,
        );
      } finally {
        setIsSending(false);
      }
    },
  };
}
