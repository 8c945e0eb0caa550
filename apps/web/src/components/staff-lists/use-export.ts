import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ApiError, send } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { useFailure } from '../../lib/use-failure.ts';

/** The CSV of a list. Rejects with the server's error, as other calls do. */
async function readCsv(path: string, query: Record<string, string>): Promise<Blob> {
  const answer = await send(`${path}?${new URLSearchParams(query)}`);
  if (!answer.ok) throw new ApiError(answer.status, await answer.text(), answer.statusText);
  return answer.blob();
}

/** Saves a list as CSV: of a filter, or chosen rows. Returns the function and whether it is under way. */
export function useExport(
  path: `/api/admin/${string}.csv`,
  fileName: string,
): [start: (query: Record<string, string>) => void, isExporting: boolean] {
  const { t } = useLingui();
  const fail = useFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: (query: Record<string, string>) => readCsv(path, query),
    onSuccess(file) {
      const url = URL.createObjectURL(file);
      const link = document.createElement('a');
      link.href = url;
      link.download = fileName;
      link.click();
      // The download has a copy of its own once it began.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      toast({ title: t`Exported`, text: t`The file is in your downloads, and the log says who took it.` });
    },
    onError: fail,
  });
  return [mutate, isPending];
}
