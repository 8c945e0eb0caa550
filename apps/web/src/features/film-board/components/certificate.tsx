import { Trans, useLingui } from '@lingui/react/macro';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { UploadInput } from '../../../components/ui/upload-input.tsx';
import { acceptOf } from '../../../lib/uploads/file-rules.ts';
import type { Registration } from '../api.ts';
import { useCertificate } from '../use-certificate.ts';

/** The certificate's picture, for its owner, and how to add or exchange it. */
export function Certificate({ registration }: { registration: Registration }) {
  const { t } = useLingui();
  const { isSending, problem, send } = useCertificate();
  const { certificateUrl } = registration;
  return (
    <section className="mt-8">
      <h2 className="d4">
        <Trans>Certificate</Trans>
      </h2>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        <Trans>Only you and staff of compliance can open it, and each time they do is recorded.</Trans>
      </p>
      {certificateUrl ? (
        <img
          src={certificateUrl}
          alt={t`Your certificate`}
          className="mt-4 max-h-90 w-full max-w-120 rounded-card bg-surface-2 object-contain"
        />
      ) : null}
      <UploadInput
        accept={acceptOf.image}
        disabled={isSending}
        onFiles={([file]) => file && void send(file)}
        className={buttonStyle({ variant: certificateUrl ? 'quiet' : 'bone', className: 'mt-4' })}
      >
        {isSending ? (
          <Trans>Sending</Trans>
        ) : certificateUrl ? (
          <Trans>Exchange the picture</Trans>
        ) : (
          <Trans>Add a picture of it</Trans>
        )}
      </UploadInput>
      {problem ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
