import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { keyOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type CallView, moveCallHere, usePutCall } from '../api.ts';

/** Shown while the call runs in another tab or device; offers to continue here. */
export function MoveCallHere({ call }: { call: CallView }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const put = usePutCall();
  const [busy, setBusy] = useState(false);
  const move = async () => {
    setBusy(true);
    try {
      put(await moveCallHere(call.id));
    } catch (error) {
      fail(error);
      // It may be over by now.
      void client.invalidateQueries({ queryKey: keyOf('currentCall') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div role="status" className="mt-4 rounded-card bg-surface-1 px-5 py-4">
      <p className="font-semibold">{t`Your call with ${call.other.displayName} is on another page or device`}</p>
      <p className="mt-1 text-muted text-sm">
        <Trans>Camera and microphone are off here.</Trans>
      </p>
      <Button size="sm" variant="bone" className="mt-3" busy={busy} onClick={() => void move()}>
        <Trans>Go on here</Trans>
      </Button>
    </div>
  );
}
