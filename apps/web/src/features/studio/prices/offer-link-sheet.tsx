import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QrCode } from '../../../components/qr-code.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { queryOf } from '../../../lib/api.ts';
import { hrefOf } from '../../../lib/paths.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { type OwnOffer, useEndOffer } from './api.ts';
import { CopyLink } from './copy-link.tsx';
import { OfferName } from './offer-name.tsx';

/** The link of an offer, as text and QR code; it can be ended here. */
export function OfferLinkSheet({ offer, onClose }: { offer: OwnOffer; onClose(): void }) {
  const { t } = useLingui();
  const user = useCurrentUser();
  const { data: own, isPending } = useQuery(queryOf('ownHandle'));
  const [isEnding, setEnding] = useState(false);
  const end = useEndOffer(onClose);
  const { code } = offer;
  const profileId = user?.profileId;
  if (isPending || !profileId) return null;
  const path = own?.handle
    ? hrefOf({ to: '/@:handle', params: { handle: own.handle } })
    : hrefOf({ to: '/profile/:id', params: { id: profileId } });
  const url = `${location.origin}${path}?offer=${code}`;
  return (
    <Sheet open onClose={onClose} locked={end.isPending} title={<OfferName {...offer} />}>
      <div className="flex flex-col items-center gap-4 md:flex-row md:gap-5">
        <QrCode text={url} label={t`QR code that opens your page with ${code}`} />
        <div className="w-full min-w-0 flex-1 text-center md:text-left">
          <p className="d4 wrap-anywhere">{code}</p>
          <p data-slot="address" className="mt-1 wrap-anywhere text-meta text-muted">
            {location.host}
            {path}?offer={code}
          </p>
        </div>
      </div>
      <div className="mt-5 grid gap-2">
        <CopyLink url={url} />
        {isEnding ? (
          <Button
            variant="danger"
            full
            busy={end.isPending}
            busyLabel={<Trans>Ending</Trans>}
            onClick={() => end.mutate(offer.id)}
          >
            <Trans>End {code} for good</Trans>
          </Button>
        ) : (
          <Button full onClick={() => setEnding(true)}>
            <Trans>End it now</Trans>
          </Button>
        )}
      </div>
    </Sheet>
  );
}
