import { useLingui } from '@lingui/react/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Share2 from 'lucide-react/icons/share-2';
import type { ReactNode } from 'react';
import { IconButton, type IconButtonProps } from '../../../components/ui/icon-button.tsx';
import { go } from '../../../lib/router.tsx';

type ButtonVariant = NonNullable<IconButtonProps['variant']>;
const back = () => (history.length > 1 ? history.back() : go({ to: '/' }));

export function Back({ variant }: { variant: ButtonVariant }) {
  const { t } = useLingui();
  return (
    <IconButton variant={variant} label={t`Back`} onClick={back}>
      <ArrowLeft size={20} />
    </IconButton>
  );
}

export function Share({ variant, onShare }: { variant: ButtonVariant; onShare(): void }) {
  const { t } = useLingui();
  return (
    <IconButton variant={variant} label={t`Share`} aria-haspopup="dialog" onClick={onShare}>
      <Share2 size={20} />
    </IconButton>
  );
}

interface MoreButtonProps {
  variant: ButtonVariant;
  name: string;
  onOpen(): void;
  className?: string;
}

/** Opens the menu of further actions on this person. */
export function MoreButton({ variant, name, onOpen, className }: MoreButtonProps) {
  const { t } = useLingui();
  return (
    <IconButton
      variant={variant}
      label={t`More about ${name}`}
      aria-haspopup="dialog"
      onClick={onOpen}
      className={className}
    >
      <Ellipsis size={20} />
    </IconButton>
  );
}

export interface BarProps {
  name: string;
  onShare(): void;
  /** Absent on the own profile. */
  onMore?: (() => void) | undefined;
}

/** Buttons on glass over the picture, on phones only; wide screens keep the header. */
export function GlassBar({ name, onShare, onMore, children }: BarProps & { children?: ReactNode }) {
  return (
    <div className="absolute inset-x-2 top-[max(8px,env(safe-area-inset-top))] flex items-center justify-between lg:hidden">
      <Back variant="glass" />
      <div className="flex items-center gap-2">
        {children ?? <Share variant="glass" onShare={onShare} />}
        {onMore ? <MoreButton variant="glass" name={name} onOpen={onMore} /> : null}
      </div>
    </div>
  );
}
