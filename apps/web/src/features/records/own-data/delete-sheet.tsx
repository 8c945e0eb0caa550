import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { comeBackDays } from '@vlam/contract/rules/records';
import { useState } from 'react';
import { Switch } from '../../../components/ui/choice.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { keyOf, messageOf } from '../../../lib/api.ts';
import { formatNumber, formatRand } from '../../../lib/numbers.ts';
import type { Deletion } from './labels.ts';
import { useDataSource } from './source.ts';

interface DeleteSheetProps {
  found: Deletion;
  open: boolean;
  onClose(): void;
  keepDevice<Result>(act: () => Promise<Result>): Promise<Result>;
  onClosed(): void;
}

/** The last question; balances are given up by a switch of their own. */
export function DeleteSheet({ found, open, onClose, keepDevice, onClosed }: DeleteSheetProps) {
  const client = useQueryClient();
  const source = useDataSource();
  const [givesUp, setGivesUp] = useState(false);
  const { credits, earningsCents } = found;
  const close = useMutation({
    mutationFn: () => keepDevice(() => source.close({ credits, earningsCents })),
    onSuccess: onClosed,
    // What stands against it, or the balances, may have changed.
    onError: () => void client.invalidateQueries({ queryKey: keyOf(source.query) }),
  });
  const hasBalance = credits > 0 || earningsCents > 0;
  const amount = formatNumber(credits);
  const earnings = formatRand(earningsCents / 100);
  const failure = messageOf(close.error);
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Delete your account?</Trans>}
      intro={
        source.isSuspended ? (
          <Trans>It is erased in {comeBackDays} days. Until then, write to us if you want to keep it.</Trans>
        ) : (
          <Trans>It closes now, for everyone and on every device. You have {comeBackDays} days to come back.</Trans>
        )
      }
      action={<Trans>Delete</Trans>}
      busyLabel={<Trans>Closing your account</Trans>}
      busy={close.isPending || close.isSuccess}
      variant="danger"
      disabled={hasBalance && !givesUp}
      onSubmit={() => close.mutate()}
    >
      {hasBalance ? (
        <Switch
          checked={givesUp}
          onChange={setGivesUp}
          label={
            credits > 0 && earningsCents > 0 ? (
              <Trans>
                I give up {amount} credits and {earnings}
              </Trans>
            ) : credits > 0 ? (
              <Trans>I give up {amount} credits</Trans>
            ) : (
              <Trans>I give up {earnings}</Trans>
            )
          }
          description={
            source.isSuspended ? (
              <Trans>They are gone once the account is erased.</Trans>
            ) : (
              <Trans>You have them back if you come back in time.</Trans>
            )
          }
        />
      ) : null}
      {failure ? (
        <p role="alert" className="text-danger text-sm">
          {failure}
        </p>
      ) : null}
    </FormSheet>
  );
}
