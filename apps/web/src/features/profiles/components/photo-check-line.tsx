import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ScanFace from 'lucide-react/icons/scan-face';
import { Button } from '../../../components/ui/button.tsx';
import { PhotoVerifiedTag } from '../../../components/ui/verified-badge.tsx';
import { useLiveEvent } from '../../../lib/realtime.ts';
import { photoCheckQuery } from '../photo-check-api.ts';

/** State of the photo check under the own name, and the way into it. */
export function PhotoCheckLine({ onOpen }: { onOpen(): void }) {
  const { data, refetch } = useQuery(photoCheckQuery);
  // Also sent when a moderator has decided.
  useLiveEvent('media.updated', () => void refetch());
  if (!data?.photoUrl) return null;
  const { state } = data;
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
      {state === 'verified' ? <PhotoVerifiedTag tone="info" /> : null}
      <Button variant="ghost" className="-ml-4" icon={<ScanFace size={18} strokeWidth={1.75} />} onClick={onOpen}>
        {state === 'verified' ? (
          <Trans>About your photo check</Trans>
        ) : state === 'waiting' ? (
          <Trans>Your selfie waits for a moderator</Trans>
        ) : state === 'refused' ? (
          <Trans>Your photo was not verified: read why</Trans>
        ) : (
          <Trans>Verify your photo</Trans>
        )}
      </Button>
    </div>
  );
}
