import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { exportUsers } from './api.ts';

/** Saves the list as CSV: of a filter, or chosen accounts. Returns the function and whether it is under way. */
export function useExport(): [start: (of: Parameters<typeof exportUsers>[0]) => void, isExporting: boolean] {
  const { t } = useLingui();
  const fail = useFailure();
  const { mutate, isPending } = useMutation({
    mutationFn: exportUsers,
    onSuccess(file) {
      const url = URL.createObjectURL(file);
      const link = document.createElement('a');
      link.href = url;
      link.download = 'vlam-users.csv';
      link.click();
      // The download has a copy of its own once it began.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      toast({ title: t`Exported`, text: t`The file is in your downloads, and the log says who took it.` });
    },
    onError: fail,
  });
  return [mutate, isPending];
}
