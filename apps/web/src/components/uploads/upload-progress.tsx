import { Trans, useLingui } from '@lingui/react/macro';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { totalsOf } from '../../lib/uploads/item.ts';
import type { Uploads } from '../../lib/uploads/use-uploads.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';

/** One line for all files of a form. */
export function UploadProgress({ uploads: { queue, items } }: { uploads: Uploads }) {
  const { t } = useLingui();
  const { count, ready, progress, isActive, isPaused } = totalsOf(items);
  const percent = Math.floor(progress * 100);
  const ids = items.map(({ id }) => id);
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-3 text-sm">
          <span role="status" className="font-semibold">
            <Trans>
              {ready} of {count} are up
            </Trans>
          </span>
          {ready < count ? <span className="text-muted tabular-nums">{percent}%</span> : null}
        </p>
        {ready < count ? <ProgressBar className="mt-2" value={progress} label={t`All files`} /> : null}
      </div>
      {isActive && progress < 1 ? (
        <IconButton variant="filled" label={t`Pause all`} onClick={() => queue.pause(ids)}>
          <Pause size={20} />
        </IconButton>
      ) : isPaused ? (
        <IconButton
          variant="filled"
          label={t`Continue all`}
          onClick={() => queue.resume(items.flatMap(({ id, step }) => (step === 'paused' ? [id] : [])))}
        >
          <Play size={20} />
        </IconButton>
      ) : null}
    </div>
  );
}
