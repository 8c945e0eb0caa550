import { Trans } from '@lingui/react/macro';
import { CircleCheck, EyeOff, Lock, ShieldCheck } from 'lucide-react';
import type { PictureFiles } from '../page-parts.ts';
import { slabs } from '../pictures.ts';
import { Picture } from './marks.tsx';

/** Headline, two links to sign-up, and the slabs. */
export function Hero({ files }: { files: PictureFiles }) {
  return (
    <div className="hero wide">
      <div className="slabs" aria-hidden="true">
        {slabs.map(({ name }) => (
          <Picture key={name} file={files[name] ?? ''} tone={name} />
        ))}
        <span className="tag from-lg">
          <EyeOff />
          <Trans>Incognito</Trans>
        </span>
        <span className="tag price from-lg">
          <Lock />
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M10 0a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm-.1 16.4c-3-1.7-6.1-5.1-5.5-10.1.1-1.300.6-2.500.5-4.100C7.800 4.200 9.700 7.400 10 11.500c.4-2.300 2.800-3.500 3.300-6.600 2.200 2 2.900 4.400 2.200 6.800-.7 2.200-3 3.900-5.600 4.700Z" />
          </svg>
          15
        </span>
      </div>
      <h1>
        <Trans>South Africa, after dark.</Trans>
      </h1>
      <p className="lead">
        <Trans>
          The country's hottest platform for intimate connections, and the premier home for the creators who keep it
          warm.
        </Trans>
      </p>
      <div className="ways">
        <a className="btn large ember" href="/signup">
          <Trans>Get Started</Trans>
        </a>
        <a className="btn large" href="/signup?as=creator">
          <Trans>Start Creating</Trans>
        </a>
      </div>
      <ul className="facts">
        <li>
          <ShieldCheck />
          <Trans>18+, ID-checked</Trans>
        </li>
        <li>
          <EyeOff />
          <Trans>Anonymous</Trans>
        </li>
        <li>
          <CircleCheck />
          <Trans>Free to join</Trans>
        </li>
      </ul>
    </div>
  );
}
