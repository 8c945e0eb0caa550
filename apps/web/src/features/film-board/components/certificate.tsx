import { Trans, useLingui } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { UploadInput } from '../../../components/uploads/upload-input.tsx';
import { acceptOf } from '../../../lib/uploads/file-rules.ts';
import type { Registration } from '../api.ts';
import { useCertificate } from '../use-certificate.ts';

/** The certificate for its owner, a picture or a PDF, and how to add or exchange it. */
export function Certificate({ registration }: { registration: Registration }) {
  const { t } = useLingui();
  const { isSending, problem, send } = useCertificate();
  const { id, certificateUrl, hasCertificatePdf } = registration;
  const isThere = certificateUrl !== null || hasCertificatePdf;
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
      <div className="mt-4 flex flex-wrap gap-2">
        {hasCertificatePdf ? (
          <a
            href={`/api/compliance/fpb-registration/${id}/certificate.pdf`}
            className={buttonStyle({ variant: 'bone' })}
          >
            <Download size={18} aria-hidden />
            <Trans>Save your PDF</Trans>
          </a>
        ) : null}
        <UploadInput
          accept={`${acceptOf.image},application/pdf,.pdf`}
          disabled={isSending}
          onFiles={([file]) => file && void send(file)}
          className={buttonStyle({ variant: isThere ? 'quiet' : 'bone' })}
        >
          {isSending ? (
            <Trans>Sending</Trans>
          ) : isThere ? (
            <Trans>Exchange the certificate</Trans>
          ) : (
            <Trans>Add it as a PDF or picture</Trans>
          )}
        </UploadInput>
      </div>
      {problem ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
