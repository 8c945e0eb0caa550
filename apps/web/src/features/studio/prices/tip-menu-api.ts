import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

export type MenuItem = Answer<'ownTipMenu'>['items'][number];
export type MenuItemText = Pick<MenuItem, 'name' | 'description' | 'credits'>;

/** Puts the answered menu in place; a refusal reads it again. */
function useMenuChange<Input>(change: (input: Input) => Promise<Answer<'ownTipMenu'>>, onDone?: () => void) {
  const client = useQueryClient();
  const fail = useFailure();
  return useMutation({
    mutationFn: change,
    onSuccess: (menu) => {
      client.setQueryData(keyOf('ownTipMenu'), menu);
      void client.invalidateQueries({ queryKey: keyOf('getTipMenu') });
      onDone?.();
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: keyOf('ownTipMenu') });
      fail(error);
    },
  });
}

/** Adds an item, or changes the one with this id. */
export function useSaveMenuItem(id: string | null, onDone: () => void) {
  const { t } = useLingui();
  return useMenuChange(
    (body: MenuItemText) =>
      id === null ? api.addTipMenuItem({ body }) : api.changeTipMenuItem({ params: { id }, body }),
    () => {
      toast({ title: t`Saved` });
      onDone();
    },
  );
}

export function useRemoveMenuItem(onDone: () => void) {
  const { t } = useLingui();
  return useMenuChange(
    (id: string) => api.removeTipMenuItem({ params: { id } }),
    () => {
      toast({ title: t`Taken off the menu` });
      onDone();
    },
  );
}

export const useOrderMenu = () => useMenuChange((ids: string[]) => api.orderTipMenu({ body: { ids } }));
