import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SettingName, SettingValue } from '@vlam/contract/rules/operator-settings';
import { type Answer, api, codeOf, keyOf, queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

export type Setting = Answer<'operatorSettings'>['settings'][number];
export interface SettingChange {
  name: SettingName;
  value: SettingValue;
  version: number;
}

export const settingsQuery = queryOf('operatorSettings');

/** Puts what the server answered into the list; after a conflict the newer values are read. */
function useSettingsMutation<Input>(call: (input: Input) => Promise<Answer<'operatorSettings'>>, onSaved?: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  return useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      client.setQueryData(settingsQuery.queryKey, answer);
      toast({ title: t`Saved` });
      onSaved?.();
    },
    onError: (error) => {
      if (codeOf(error) === 'CONFLICT') void client.invalidateQueries({ queryKey: keyOf('operatorSettings') });
      fail(error);
    },
  });
}

export const useChangeSettings = (onSaved?: () => void) =>
  useSettingsMutation((changes: SettingChange[]) => api.setOperatorSettings({ body: { changes } }), onSaved);

export const useUndoSetting = () =>
  useSettingsMutation(({ name, version }: Pick<Setting, 'name' | 'version'>) =>
    api.undoOperatorSetting({ body: { name, version } }),
  );
