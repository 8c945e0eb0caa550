import type { ReactNode } from 'react';
import { Portrait } from '../../../components/ui/avatar.tsx';

interface PortraitStageProps {
  src: string;
  /** Content at the foot of the picture. */
  children: ReactNode;
}

/** The other member's portrait: full screen on a phone, in portrait format on larger screens. */
export function PortraitStage({ src, children }: PortraitStageProps) {
  return (
    <>
      <Portrait
        src={src}
        width={13}
        height={20}
        className="absolute inset-0 size-full scale-115 bg-transparent! opacity-50 blur-3xl max-md:hidden"
      />
      <div className="absolute inset-0 overflow-hidden [--focus:var(--color-on-picture)] md:inset-auto md:top-1/2 md:left-1/2 md:h-[min(680px,100dvh-64px)] md:w-110 md:-translate-1/2 md:rounded-sheet md:shadow-pop">
        <Portrait
          src={src}
          width={13}
          height={20}
          eager
          className="absolute inset-0 size-full bg-transparent! object-top"
        />
        <div
          aria-hidden
          className="absolute inset-0 bg-linear-to-b from-[rgb(10_6_6/.35)] via-[rgb(10_6_6/.1)] to-[rgb(10_6_6/.92)]"
        />
        <div className="absolute inset-x-6 bottom-[max(32px,env(safe-area-inset-bottom))] mx-auto max-w-[420px] md:bottom-6">
          {children}
        </div>
      </div>
    </>
  );
}
