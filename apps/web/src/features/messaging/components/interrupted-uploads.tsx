import { Trans } from '@lingui/react/macro';
import ImagePlus from 'lucide-react/icons/image-plus';
import Video from 'lucide-react/icons/video';
import { Button } from '../../../components/ui/button.tsx';

/** A chip above the composer for uploads interrupted by a reload, so that the thread stays readable. */
export function InterruptedUploads({ kind, onOpen }: { kind: string; onOpen(): void }) {
  return (
    <div className="shrink-0 px-3 pb-2">
      <Button
        size="sm"
        icon={kind === 'video' ? <Video size={18} /> : <ImagePlus size={18} />}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        {kind === 'video' ? <Trans>A video waits to be sent</Trans> : <Trans>A photo waits to be sent</Trans>}
      </Button>
    </div>
  );
}
