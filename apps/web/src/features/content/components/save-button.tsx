import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import Bookmark from 'lucide-react/icons/bookmark';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';

/** Saves an item for later, or takes it off; shows at once and rolls back when the server refuses. */
export function SaveButton({ item: { id, title }, className }: { item: ContentView; className: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const query = queryOf('saveState', { params: { id } });
  const { data } = useQuery(query);
  const put = (saved: boolean) => client.setQueryData(query.queryKey, { saved });
  const change = useMutation({
    mutationFn: (saved: boolean) => (saved ? api.saveItem({ params: { id } }) : api.unsaveItem({ params: { id } })),
    onMutate: put,
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf('listSaved') }),
    onError: (error, saved) => {
      put(!saved);
      fail(error);
    },
  });
  const isSaved = data?.saved ?? false;
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={t`Save ${title}`}
      disabled={!data}
      onClick={() => change.mutate(!isSaved)}
      className={className}
    >
      <Bookmark size={18} strokeWidth={1.75} fill={isSaved ? 'currentColor' : 'none'} />
      {isSaved ? <Trans>Saved</Trans> : <Trans>Save</Trans>}
    </button>
  );
}
