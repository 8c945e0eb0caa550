import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { keyOf } from '../../../lib/api.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type CallView, goOnHere, usePutCall } from '../api.ts';

/** One is in a call on another page or device, which has camera and microphone; or takes it on here. */
export function GoOnHere({ call }: { call: CallView }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const put = usePutCall();
  const [busy, setBusy] = useState(false);
  const goOn = async () => {
    setBusy(true);
    try {
      put(await goOnHere(call.id));
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
      <Button size="sm" variant="bone" className="mt-3" busy={busy} onClick={() => void goOn()}>
        <Trans>Go on here</Trans>
      </Button>
    </div>
  );
}
