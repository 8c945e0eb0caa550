import { useLingui } from '@lingui/react/macro';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { maxScale } from '../zoom.ts';

interface GalleryControlsProps {
  index: number;
  length: number;
  scale: number;
  onShow(index: number): void;
  /** 1 enlarges, -1 reduces. */
  onZoom(direction: 1 | -1): void;
  onReset(): void;
}

/** Buttons for what swiping and pinching do. */
export function GalleryControls({ index, length, scale, onShow, onZoom, onReset }: GalleryControlsProps) {
  const { t } = useLingui();
  const percent = Math.round(scale * 100);
  return (
    <div className="mt-3 flex shrink-0 items-center gap-2 lg:mt-0">
      {length > 1 ? (
        <Control label={t`Previous picture`} isOff={index === 0} onClick={() => onShow(index - 1)}>
          <ChevronLeft size={22} />
        </Control>
      ) : null}
      <div className="flex flex-1 items-center justify-center gap-2">
        <Control label={t`Zoom out`} isOff={scale <= 1} onClick={() => onZoom(-1)}>
          <Minus size={20} />
        </Control>
        <button
          type="button"
          aria-label={t`Zoom ${percent}%, show the whole picture`}
          aria-disabled={scale <= 1}
          onClick={onReset}
          className="press num h-12 min-w-18 max-xs:min-w-16 rounded-pill bg-[rgb(250_243_238/.12)] px-3 text-sm hover:bg-[rgb(250_243_238/.2)]"
        >
          {percent}%
        </button>
        <Control label={t`Zoom in`} isOff={scale >= maxScale} onClick={() => onZoom(1)}>
          <Plus size={20} />
        </Control>
      </div>
      {length > 1 ? (
        <Control label={t`Next picture`} isOff={index === length - 1} onClick={() => onShow(index + 1)}>
          <ChevronRight size={22} />
        </Control>
      ) : null}
    </div>
  );
}

interface ControlProps {
  label: string;
  /** Dimmed, but keeps the focus, so that the keys still work. */
  isOff: boolean;
  onClick(): void;
  children: ReactNode;
}

function Control({ isOff, onClick, ...rest }: ControlProps) {
  return (
    <IconButton
      {...rest}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
      className="size-12! bg-[rgb(250_243_238/.12)] text-on-picture hover:bg-[rgb(250_243_238/.2)]! aria-disabled:opacity-40"
    />
  );
}
