import { PALETTES, type Palette, paletteAt } from './palettes.ts';
import { between, eitherSide, type Random, wholeBelow } from './seed.ts';

/** `back` is never drawn from a seed: it is for members who are Discreet or hidden. */
export type Pose = 'three-quarter' | 'profile' | 'front' | 'back';
export type Hair = 'short' | 'round' | 'long' | 'bun' | 'bob' | 'shorn';

const POSES: readonly Pose[] = [
  'three-quarter',
  'profile',
  'three-quarter',
  'profile',
  'front',
  'three-quarter',
  'profile',
  'front',
];
const HAIR: readonly Hair[] = ['short', 'round', 'long', 'bun', 'bob', 'shorn'];

/** Half the width and half the height of a head, in scene units (the scene is 300 wide). */
export const HEAD = { halfWidth: 48, halfHeight: 62 } as const;

/** All that makes one figure, in scene units and degrees. */
export interface Traits {
  readonly palette: Palette;
  /** Where the light comes from: -1 left, 1 right. */
  readonly lightSide: -1 | 1;
  /** Which way the figure faces. */
  readonly facing: -1 | 1;
  readonly pose: Pose;
  readonly hair: Hair;
  readonly scale: number;
  readonly lean: number;
  readonly tilt: number;
  readonly shoulderDrop: number;
  readonly shoulderWidth: number;
  /** How far below the middle of the head the shoulders begin. */
  readonly shoulderTop: number;
  /** The middle of the head. */
  readonly centreX: number;
  readonly centreY: number;
}

export interface TraitOverrides {
  readonly palette?: number | undefined;
  readonly pose?: Pose | undefined;
  readonly hair?: Hair | undefined;
}

/** Draws the traits from the stream. The order of the draws is fixed: changing it changes every face. */
export function drawTraits(random: Random, overrides: TraitOverrides): Traits {
  const seededPalette = wholeBelow(random, PALETTES.length);
  const lightSide = eitherSide(random);
  const seededPose = POSES[wholeBelow(random, POSES.length)] ?? 'front';
  const pose = overrides.pose ?? seededPose;
  const seededHair = HAIR[wholeBelow(random, HAIR.length)] ?? 'short';
  const scale = between(random, 1.02, 1.36);
  const lean = between(random, -8, 8);
  const shoulderDrop = between(random, -20, 20);
  const facing = random() < 0.72 ? lightSide : lightSide === 1 ? -1 : 1;
  const centreX = 150 + between(random, -24, 24) - facing * (pose === 'profile' ? 14 : 0);
  const centreY = between(random, 166, 190);
  const tilt = between(random, -9, 9);
  const shoulderWidth = between(random, 112, 142);
  const shoulderTop = HEAD.halfHeight + between(random, 40, 52);
  return {
    palette: paletteAt(overrides.palette ?? seededPalette),
    lightSide,
    facing,
    pose,
    hair: overrides.hair ?? hairForPose(seededHair, pose),
    scale,
    lean,
    tilt,
    shoulderDrop,
    shoulderWidth,
    shoulderTop,
    centreX,
    centreY,
  };
}

// Long hair from behind would cover the figure and leave no person to see.
function hairForPose(hair: Hair, pose: Pose): Hair {
  return pose === 'back' && hair === 'long' ? 'bun' : hair;
}
