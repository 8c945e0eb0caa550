import { Trans, useLingui } from '@lingui/react/macro';
import { Aperture, Brush, Dumbbell, MessagesSquare, Radio, Video } from 'lucide-react';
import type { PictureFiles } from '../page-parts.ts';
import { veils } from '../pictures.ts';
import { Picture } from './marks.tsx';

const icons = [Aperture, Video, Dumbbell, Brush, MessagesSquare, Radio];

/** The specification's six categories, linked to sign-up. */
export function Categories({ files }: { files: PictureFiles }) {
  const { t } = useLingui();
  const labels = [
    t`Photography`,
    t`Video Content`,
    t`Fitness & Wellness`,
    t`Digital Art`,
    t`Community Chat`,
    t`Live Streaming`,
  ];
  return (
    <section className="wide">
      <h2>
        <Trans>Whatever you make, somebody's up for it.</Trans>
      </h2>
      <ul className="grid">
        {veils.map(({ name }, index) => {
          const Icon = icons[index] ?? Aperture;
          return (
            <li key={name}>
              <a href="/signup">
                <Picture file={files[name] ?? ''} tone={name} />
                <Icon />
                <span>{labels[index]}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
