import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useFailure } from '../../../lib/use-failure.ts';

interface Props {
  /** Why they read this page. */
  children: ReactNode;
  label: ReactNode;
  stopped: ReactNode;
  stop(): Promise<unknown>;
}

/** Opts a contact out of mail about members. Two taps, so that an accidental touch does not end it. */
export function StopMails({ children, label, stopped, stop }: Props) {
  const [sure, setSure] = useState(false);
  const stopping = useMutation({ mutationFn: stop, onError: useFailure() });
  return (
    <footer className="mt-10 border-line border-t pt-5 text-faint text-sm">
      {stopping.isSuccess ? (
        <p role="status">{stopped}</p>
      ) : (
        <>
          <p>{children}</p>
          <Button
            size="sm"
            variant={sure ? 'danger' : 'ghost'}
            className="mt-2 -ml-4"
            busy={stopping.isPending}
            busyLabel={<Trans>Stopping</Trans>}
            onClick={() => (sure ? stopping.mutate() : setSure(true))}
          >
            {sure ? <Trans>Yes, never write to me again</Trans> : label}
          </Button>
        </>
      )}
    </footer>
  );
}
