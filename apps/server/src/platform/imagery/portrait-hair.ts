import { ellipse, filledPath } from './markup.ts';
import { headPoint } from './portrait-face.ts';
import { HEAD, type Traits } from './portrait-traits.ts';

const { halfWidth, halfHeight } = HEAD;

/** The mass of hair behind the face. */
export function hairMarkup(traits: Traits, fill: string): string {
  const { facing, pose } = traits;
  const at = headPoint(traits);
  const profile = pose === 'profile';
  // Seen from the side the hair sits behind the face.
  const behind = profile ? -0.3 : pose === 'three-quarter' ? -0.18 : 0;
  const centre = facing * behind * halfWidth;
  switch (traits.hair) {
    case 'short':
      return ellipse(centre, -10, halfWidth * (profile ? 1.2 : 1.12), halfHeight * 1.1, fill);
    case 'round':
      return ellipse(centre * 1.2, -24, halfWidth * 1.72, halfHeight * 1.42, fill);
    case 'long': {
      const end = profile ? at(-0.1, 0.8) : at(behind + 1.32, 2.3);
      const crown = `C${at(behind - 1.75, 0.2)} ${at(behind - 1.3, -1.45)} ${at(behind + 0.02, -1.3)}`;
      return filledPath(`M${at(behind - 1.22, 2.1)}${crown}S${at(behind + 1.6, 0.1)} ${end}Z`, fill);
    }
    case 'bun': {
      const knotX = facing * (behind - (profile ? 0.85 : 0.15)) * halfWidth;
      const knotY = -halfHeight * (profile ? 0.95 : 1.3);
      const head = ellipse(centre, -12, halfWidth * (profile ? 1.18 : 1.12), halfHeight * 1.07, fill);
      return head + ellipse(knotX, knotY, halfWidth * 0.6, halfWidth * 0.54, fill);
    }
    case 'bob': {
      const end = profile ? at(0.1, 0.72) : at(behind + 1.24, 0.72);
      const crown = `C${at(behind - 1.7, -1)} ${at(behind - 0.7, -1.5)} ${at(behind + 0.2, -1.32)}`;
      return filledPath(`M${at(behind - 1.28, 0.8)}${crown}S${at(behind + 1.62, -0.2)} ${end}Z`, fill);
    }
    case 'shorn':
      return ellipse(centre, -5, halfWidth * 1.04, halfHeight * 1.05, fill);
  }
}

/** The hair in front of a head seen from the side; nothing for other poses. */
export function profileCapMarkup(traits: Traits, fill: string): string {
  if (traits.pose !== 'profile') return '';
  const at = headPoint(traits);
  const path = [
    `M${at(0.86, -0.5)}C${at(0.7, -1.3)} ${at(-0.9, -1.5)} ${at(-1.25, -0.3)}`,
    `C${at(-1.3, 0.2)} ${at(-1.1, 0.6)} ${at(-0.75, 0.72)}`,
    `C${at(-0.45, 0.5)} ${at(-0.15, 0.3)} ${at(-0.1, -0.1)}`,
    `C${at(0.1, -0.5)} ${at(0.5, -0.62)} ${at(0.86, -0.5)}Z`,
  ].join('');
  return filledPath(path, fill);
}
