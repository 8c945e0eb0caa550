import { Trans, useLingui } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Share2 from 'lucide-react/icons/share-2';
import { QrCode } from '../../../components/qr-code.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { hrefOf } from '../../../lib/paths.ts';
import { toastError } from '../../../lib/toast.ts';
import { handlePath } from '../handle-api.ts';
import { drawSharePicture, savePicture } from '../share-picture.ts';
import { canShare, useShare } from '../use-share.ts';

interface ShareSheetProps {
  person: { id: string; handle: string | null; displayName: string };
  /** It is the creator's own: they can also save it in their light. */
  inLight?: boolean;
  open: boolean;
  onClose(): void;
}

/** A person's address: as a QR code, as a link, and for the device's own share sheet. */
export function ShareSheet({ person, inLight = false, open, onClose }: ShareSheetProps) {
  const { t } = useLingui();
  const { id, handle, displayName } = person;
  const path = handle ? handlePath(handle) : hrefOf({ to: '/profile/:id', params: { id } });
  const url = location.origin + path;
  const { copy, share } = useShare(url);
  const save = async (owner?: string) => {
    const picture = await drawSharePicture(url, handle ? `@${handle}` : location.host, owner);
    if (picture) savePicture(picture);
    else toastError(t`Error`, t`This browser could not draw the picture.`);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Share</Trans>}
      intro={<Trans>Only people who are signed in and of age see who is behind this address.</Trans>}
    >
      <div className="flex flex-col items-center gap-4 md:flex-row md:gap-5">
        <QrCode text={url} label={t`QR code that opens the address of ${displayName}`} />
        <div className="w-full min-w-0 flex-1 text-center md:text-left">
          {handle ? <p className="d4 wrap-anywhere">@{handle}</p> : null}
          <p data-slot="address" className="mt-1 wrap-anywhere text-meta text-muted">
            {location.host}
            {path}
          </p>
        </div>
      </div>
      <div className="mt-5 grid gap-2">
        <Button variant="bone" full icon={<Copy size={18} aria-hidden />} onClick={() => void copy()}>
          <Trans>Copy link</Trans>
        </Button>
        {canShare() ? (
          <Button full icon={<Share2 size={18} aria-hidden />} onClick={() => void share(displayName)}>
            <Trans>Share with another app</Trans>
          </Button>
        ) : null}
        <Button full icon={<Download size={18} aria-hidden />} onClick={() => void save()}>
          <Trans>Save as a picture</Trans>
        </Button>
        {inLight ? (
          <Button full icon={<Download size={18} aria-hidden />} onClick={() => void save(id)}>
            <Trans>Save in your light</Trans>
          </Button>
        ) : null}
      </div>
    </Sheet>
  );
}
