import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { UploadInput } from '../../../components/uploads/upload-input.tsx';
import { type MadeFingerprint, makeFingerprint, NoFingerprint } from '../fingerprint.ts';
import { Lights } from './lights.tsx';

const card =
  'flex gap-4.5 rounded-[24px] bg-surface-1 p-4.5 max-xs:flex-col sm:items-center lg:flex-col lg:items-start lg:gap-6 lg:p-8';
const picture = 'size-28 shrink-0 lg:size-58';

/** Drawn lights with what they mean beside them. */
export function PrintCard({ print, children, dim = false }: { print: string; children: ReactNode; dim?: boolean }) {
  return (
    <div className={card}>
      <Lights print={print} className={clsx(picture, dim && 'opacity-40')} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** No light is on. */
const dark = '0'.repeat(64);

/** Chooses pictures and makes their fingerprints on this device. */
export function FingerprintCard({
  made,
  max,
  onMade,
}: {
  made: readonly MadeFingerprint[];
  max: number;
  onMade(fingerprint: MadeFingerprint): void;
}) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const latest = made.at(-1);
  async function read([file]: readonly File[]): Promise<void> {
    if (!file || busy) return;
    setBusy(true);
    setFailed(false);
    try {
      onMade(await makeFingerprint(file));
    } catch (error) {
      if (!(error instanceof NoFingerprint)) throw error;
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }
  const seconds = latest ? latest.seconds.toFixed(1) : '';
  return (
    <PrintCard print={latest?.print ?? dark} dim={busy}>
      <h2 className="d4">
        {latest ? <Trans>Its fingerprint</Trans> : <Trans>Its fingerprint, not the picture</Trans>}
      </h2>
      <p className="mt-1.5 text-muted text-sm" role="status">
        {busy ? (
          <Trans>Making it</Trans>
        ) : latest ? (
          <Trans>Made on this device in {seconds} s. Only these 256 lights are sent; the picture stays with you.</Trans>
        ) : (
          <Trans>
            Choose the picture. This device turns it into 256 lights and sends only those; it stays with you.
          </Trans>
        )}
      </p>
      {made.length > 1 ? (
        <p className="mt-1.5 text-muted text-sm">
          <Trans>
            {made.length} of {max} pictures
          </Trans>
        </p>
      ) : null}
      {failed ? (
        <p role="alert" className="mt-1.5 flex items-start gap-1.5 text-danger text-meta">
          <CircleAlert size={16} className="mt-px shrink-0" />
          <Trans>This device cannot read that file as a picture. Try another, or a screenshot.</Trans>
        </p>
      ) : null}
      {made.length < max ? (
        <UploadInput
          accept="image/*"
          aria-label={t`Choose a picture; it is not sent`}
          onFiles={(files) => void read(files)}
          className={clsx(buttonStyle({ size: 'sm' }), 'mt-3')}
        >
          {latest ? <Trans>Add another picture</Trans> : <Trans>Choose a picture</Trans>}
        </UploadInput>
      ) : null}
    </PrintCard>
  );
}
