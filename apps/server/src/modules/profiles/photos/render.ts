import { type Crop, cropParts } from '@vlam/contract/profiles-photos';
import type { Sharp } from 'sharp';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';
import { type DerivedFile, fromRaw, type RawPicture, toRaw } from '../../media/service.ts';
import { type PortraitSize, portraitSizes } from '../portraits.ts';
import type { PhotoRole } from './store.ts';

/** Sizes of a photo, and of a cover; `whole` is the uncropped picture. */
const sizesOf: Record<PhotoRole, readonly PortraitSize[]> = {
  photo: ['avatar', 'card', 'slab', 'wide'],
  cover: ['cover'],
};
/** Longest side of the uncropped picture in pixels. */
const wholeSide = 1_080;
/** On a banner the photo stands on the right, before a blurred copy of itself. */
const bannerPhoto = { width: 390, right: 180 };
const backdropScale = 4;

/** Every size of a photo or cover. `picture` is one we have stored, not an upload. */
export async function renderPhoto(picture: Buffer, role: PhotoRole, crop: Crop): Promise<DerivedFile[]> {
  const { width = 1, height = 1 } = await imageLibrary()(picture).metadata();
  const part = (parts: number, side: number) => Math.floor((parts / cropParts) * side);
  const area = {
    left: part(crop.left, width),
    top: part(crop.top, height),
    width: Math.max(1, part(crop.width, width)),
    height: Math.max(1, part(crop.height, height)),
  };
  const cropped = await toRaw(imageLibrary()(picture).extract(area));
  const files: DerivedFile[] = [];
  for (const size of sizesOf[role])
    files.push({ name: nameOf(size), bytes: await toWebp(await drawSize(cropped, size)) });
  const whole = imageLibrary()(picture).resize(wholeSide, wholeSide, { fit: 'inside', withoutEnlargement: true });
  return [...files, { name: nameOf('whole'), bytes: await toWebp(whole) }];
}

export const nameOf = (size: PortraitSize | 'whole'): string => `${size}.webp`;

/** Effort 3 takes twice the time of effort 2 for files of 92 to 102 % of the size. */
const toWebp = (picture: Sharp): Promise<Buffer> => picture.webp({ quality: 80, effort: 2 }).toBuffer();

async function drawSize(cropped: RawPicture, size: PortraitSize): Promise<Sharp> {
  const { width, height } = portraitSizes[size];
  const open = () => fromRaw(cropped);
  // A face is nearer the top of an upright photo.
  if (size === 'avatar') return open().resize(width, height, { fit: 'cover', position: 'top' });
  if (size !== 'wide') return open().resize(width, height, { fit: 'cover' });
  const photo = await toRaw(open().resize(bannerPhoto.width, height, { fit: 'cover' }));
  const left = width - bannerPhoto.width - bannerPhoto.right;
  // Blurred small and enlarged: it looks the same, in a sixth of the time.
  const blurred = await toRaw(
    open()
      .resize(width / backdropScale, height / backdropScale, { fit: 'cover' })
      .blur(30 / backdropScale)
      .modulate({ brightness: 0.6 }),
  );
  const backdrop = await toRaw(fromRaw(blurred).resize(width, height, { kernel: 'cubic' }));
  const raw = { width: photo.width, height: photo.height, channels: 3 as const };
  return fromRaw(backdrop).composite([{ input: photo.data, raw, left, top: 0 }]);
}

/** The largest crop around the middle with the shape of a card or a cover; pictures are measured in pixels. */
export function middleCrop(role: PhotoRole, picture: { width: number; height: number }): Crop {
  const shape = role === 'photo' ? 3 / 4 : portraitSizes.cover.width / portraitSizes.cover.height;
  const actual = picture.width / picture.height;
  const width = Math.floor(Math.min(1, shape / actual) * cropParts);
  const height = Math.floor(Math.min(1, actual / shape) * cropParts);
  return { left: Math.floor((cropParts - width) / 2), top: Math.floor((cropParts - height) / 2), width, height };
}
