import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useAsksBeforePlaying } from '../../lib/wifi-only.ts';
import { Button } from './button.tsx';

interface WifiGateProps {
  /** What loads; with `isAllowed` after a press on "Play this one". */
  children: ReactNode | ((isAllowed: boolean) => ReactNode);
  /** Behind the question, such as the poster. */
  poster?: ReactNode;
  /** What it costs, beside the question. */
  cost?: ReactNode;
  /** Below the question, as it would be below the picture. */
  after?: ReactNode;
  /** Of its box, which is positioned. */
  className: string;
}

/** A video or a show. On mobile data it loads only after a yes, where the member wants to be asked. */
export function WifiGate({ children, poster, cost, after, className }: WifiGateProps) {
  const asks = useAsksBeforePlaying();
  const [isAllowed, setAllowed] = useState(false);
  if (!asks || isAllowed) return typeof children === 'function' ? children(isAllowed) : children;
  return (
    <>
      <div data-slot="wifi-gate" className={clsx('grid! overflow-auto bg-[#0a0706] text-on-picture', className)}>
        {poster}
        <span aria-hidden className="absolute inset-0 bg-picture-lock" />
        <div className="relative grid w-full place-content-center-safe justify-items-center gap-3 p-4 text-center">
          <p className="max-w-80 text-sm">
            <Trans>You chose Wi-Fi for videos and shows. This looks like mobile data.</Trans>
          </p>
          <Button className="bg-on-picture! text-[#0a0706]!" onClick={() => setAllowed(true)}>
            <Trans>Play this one</Trans>
          </Button>
          {cost ? <p className="text-meta text-on-picture-2">{cost}</p> : null}
        </div>
      </div>
      {after}
    </>
  );
}
