import { Trans, useLingui } from '@lingui/react/macro';
import type { OwnPhoto } from '@vlam/contract/profiles-photos';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CropIcon from 'lucide-react/icons/crop';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';

interface PhotoToolsProps {
  photo: OwnPhoto;
  /** Absent for a cover, which has no order. */
  order?: { isFirst: boolean; isLast: boolean; onMove(by: 1 | -1): void };
  onCrop(): void;
  onRemove(): void;
}

/** Actions on the selected photo; removing it asks for confirmation. */
export function PhotoTools({ photo, order, onCrop, onRemove }: PhotoToolsProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  if (asking)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-48 flex-1 text-sm">
          <Trans>It disappears everywhere at once and is deleted.</Trans>
        </p>
        <Button size="sm" onClick={() => setAsking(false)}>
          <Trans>Keep it</Trans>
        </Button>
        <Button size="sm" variant="danger" onClick={onRemove}>
          <Trans>Remove photo</Trans>
        </Button>
      </div>
    );
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {order ? (
          <>
            <IconButton
              variant="filled"
              label={t`Move earlier`}
              aria-disabled={order.isFirst}
              onClick={() => !order.isFirst && order.onMove(-1)}
              className="aria-disabled:opacity-40"
            >
              <ArrowLeft size={20} />
            </IconButton>
            <IconButton
              variant="filled"
              label={t`Move later`}
              aria-disabled={order.isLast}
              onClick={() => !order.isLast && order.onMove(1)}
              className="aria-disabled:opacity-40"
            >
              <ArrowRight size={20} />
            </IconButton>
          </>
        ) : null}
        <Button size="sm" icon={<CropIcon size={18} />} onClick={onCrop}>
          <Trans>Crop</Trans>
        </Button>
        <Button size="sm" icon={<Trash size={18} />} onClick={() => setAsking(true)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      <StateLine photo={photo} />
    </div>
  );
}

function StateLine({ photo: { state, reason } }: { photo: OwnPhoto }) {
  if (state === 'shown') return null;
  return (
    <p className="mt-2 text-muted text-sm">
      {state === 'waiting' ? (
        <Trans>A moderator checks it first. Until then only you can see it.</Trans>
      ) : (
        <Trans>A moderator refused it: {reason}</Trans>
      )}
    </p>
  );
}
