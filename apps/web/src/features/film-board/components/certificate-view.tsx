import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { api, messageOf } from '../../../lib/api.ts';

/** The certificate, shown when asked for: each look is recorded. */
export function CertificateView({ id, hasCertificate }: { id: string; hasCertificate: boolean }) {
  const { t } = useLingui();
  const read = useMutation({ mutationFn: () => api.readCertificate({ params: { id } }) });
  return (
    <section className="mt-8">
      <h2 className="d4">
        <Trans>Certificate</Trans>
      </h2>
      {!hasCertificate ? (
        <p className="mt-2 text-muted text-sm">
          <Trans>Its creator has not added a picture.</Trans>
        </p>
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
