import { Trans } from '@lingui/react/macro';
import { GateFoot } from './gate-page.tsx';
import { ExitButton } from './warning.tsx';

interface ReviewPendingProps {
  supportEmail: string;
  onExit: (() => void) | undefined;
  exiting: boolean;
}

/** Replaces the form while staff review a document. */
export function ReviewPending({ supportEmail, onExit, exiting }: ReviewPendingProps) {
  return (
    <>
      <h1 tabIndex={-1} className="d2 max-w-[14ch]">
        <Trans>A person has to look at your document.</Trans>
      </h1>
      <p className="mt-3 max-w-[460px] text-muted">
        <Trans>
          Your account opens once our staff have seen your identity document in a short video call. Write to{' '}
          <a href={`mailto:${supportEmail}`} className="text-text underline underline-offset-3">
            {supportEmail}
          </a>{' '}
          from the address of this account and we agree on a time.
        </Trans>
      </p>
      <p className="mt-3 max-w-[460px] pb-6 text-muted lg:pb-0">
        <Trans>Please do not mail a copy of the document.</Trans>
      </p>
      <GateFoot>
        <ExitButton onExit={onExit} exiting={exiting} />
      </GateFoot>
    </>
  );
}
