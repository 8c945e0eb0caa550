import { Trans, useLingui } from '@lingui/react/macro';
import { QrCode } from '../../../components/qr-code.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { hrefOf } from '../../../lib/paths.ts';
import { CopyLink } from './copy-link.tsx';

/** The link by which other creators sign up, as text and QR code. */
export function ReferralLinkSheet({ code, onClose }: { code: string; onClose(): void }) {
  const { t } = useLingui();
  const path = `${hrefOf({ to: '/signup' })}?as=creator&by=${code}`;
  const url = location.origin + path;
  return (
    <Sheet open onClose={onClose} title={<Trans>Bring a creator</Trans>}>
      <div className="flex flex-col items-center gap-4 md:flex-row md:gap-5">
        <QrCode text={url} label={t`QR code that opens the sign-up with your link`} />
        <div className="w-full min-w-0 flex-1 text-center md:text-left">
          <p className="text-sm">
            <Trans>For people who are new here and publish within 60 days. It counts once their age is proven.</Trans>
          </p>
          <p data-slot="address" className="mt-2 wrap-anywhere text-meta text-muted">
            {location.host}
            {path}
          </p>
        </div>
      </div>
      <div className="mt-5">
        <CopyLink url={url} />
      </div>
    </Sheet>
  );
}
