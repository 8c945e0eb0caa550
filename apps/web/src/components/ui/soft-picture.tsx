import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Eye from 'lucide-react/icons/eye';
import Palette from 'lucide-react/icons/palette';
import { useState } from 'react';
import { gentleViewStore } from '../../lib/gentle-view.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from './button.tsx';
import { KeyCap } from './key-cap.tsx';

export interface Softened {
  isShown: boolean;
  isGrey: boolean;
  show(): void;
  colour(): void;
}

/** Pictures that staff decide about: blurred and grey until they ask (here or by a key), as they chose for this device. */
export function useSoftened(isAskedByKey = false): Softened {
  const { blurred, grey } = useStore(gentleViewStore);
  const [isAsked, setAsked] = useState(false);
  const [hasColour, setColour] = useState(false);
  const isShown = isAsked || isAskedByKey || !blurred;
  return { isShown, isGrey: grey && !hasColour, show: () => setAsked(true), colour: () => setColour(true) };
}

/** For the class of each picture. */
export const softClass = ({ isShown, isGrey }: Softened): string =>
  clsx(!isShown && 'scale-110 blur-2xl', (isGrey || !isShown) && 'grayscale');

/** The buttons of one picture or several that are shown together; over their lower edge. */
export function SoftenedButtons({ soft, count = 1, keyCap }: { soft: Softened; count?: number; keyCap?: string }) {
  const { t } = useLingui();
  if (!soft.isShown)
    return (
      <Button size="sm" variant="bone" icon={<Eye size={18} />} onClick={soft.show}>
        {count > 1 ? <Trans>Show the files</Trans> : <Trans>Show the picture</Trans>}
        {keyCap ? <KeyCap>{keyCap}</KeyCap> : null}
      </Button>
    );
  if (!soft.isGrey) return null;
  return (
    <Button
      size="sm"
      variant="bone"
      icon={<Palette size={18} />}
      onClick={soft.colour}
      aria-label={t`Show it in colour`}
    >
      <Trans>In colour</Trans>
    </Button>
  );
}

interface SoftPictureProps {
  src: string;
  alt: string;
  className: string;
  /** Asked for from outside, such as by a key. */
  isAsked?: boolean;
}

/** One picture with its own buttons. */
export function SoftPicture({ src, alt, className, isAsked = false }: SoftPictureProps) {
  const soft = useSoftened(isAsked);
  return (
    <div className={clsx('relative overflow-hidden', className)}>
      <img
        src={src}
        alt={soft.isShown ? alt : ''}
        loading="lazy"
        className={clsx('size-full object-contain', softClass(soft))}
      />
      {soft.isShown ? (
        <div className="on-dark absolute inset-x-2 bottom-2">
          <SoftenedButtons soft={soft} />
        </div>
      ) : (
        <button type="button" onClick={soft.show} className="press absolute inset-0 grid place-items-center">
          <span className="inline-flex min-h-11 items-center gap-2 rounded-pill bg-picture-tag px-4 font-semibold text-on-picture text-sm">
            <Eye size={18} aria-hidden />
            <Trans>Look</Trans>
            <span className="sr-only">{alt}</span>
          </span>
        </button>
      )}
    </div>
  );
}
