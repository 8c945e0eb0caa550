import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { api, messageOf } from '../../../lib/api.ts';

interface CertificateViewProps {
  id: string;
  hasCertificate: boolean;
  /** It is a PDF, which is saved and never shown here. */
  isPdf: boolean;
}

/** The certificate, shown or saved when asked for: each look is recorded. */
export function CertificateView({ id, hasCertificate, isPdf }: CertificateViewProps) {
  const { t } = useLingui();
  const read = useMutation({ mutationFn: () => api.readCertificate({ params: { id } }) });
  return (
    <section className="mt-8">
      <h2 className="d4">
        <Trans>Certificate</Trans>
      </h2>
      {!hasCertificate ? (
        <p className="mt-2 text-muted text-sm">
          <Trans>Its creator has not added it.</Trans>
        </p>
      ) : isPdf ? (
        <>
          <p className="mt-1 max-w-[60ch] text-muted text-sm">
            <Trans>A PDF from its creator. Each time it is saved is recorded.</Trans>
          </p>
          <a href={`/api/admin/fpb-registrations/${id}/certificate.pdf`} className={buttonStyle({ className: 'mt-3' })}>
            <Download size={18} aria-hidden />
            <Trans>Save the PDF</Trans>
          </a>
        </>
      ) : read.data ? (
        <img
          src={read.data.picture}
          alt={t`Certificate`}
          className="mt-3 w-full max-w-160 rounded-card bg-surface-2 object-contain"
        />
      ) : (
        <>
          <p className="mt-1 text-muted text-sm">
            <Trans>Each look at it is recorded.</Trans>
          </p>
          <Button
            className="mt-3"
            busy={read.isPending}
            busyLabel={<Trans>Opening</Trans>}
            onClick={() => read.mutate()}
          >
            <Trans>Show the certificate</Trans>
          </Button>
          {read.error ? (
            <p role="alert" className="mt-2 text-danger text-sm">
              {messageOf(read.error) ?? <Trans>The connection dropped. Try again.</Trans>}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}
