import { type Crop, cropParts, minCropParts } from '@vlam/contract/profiles-photos';

/** Ratio of width to height of a photo and of a cover. */
export const cropShapes = { photo: 3 / 4, cover: 1176 / 520 } as const;
export type CropKind = keyof typeof cropShapes;

/** The middle of the frame and its magnification; 1 is the largest frame that fits into the picture. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}
const maxZoom = 6;

/** The largest frame, as parts of the picture's width and height. */
function largestFrame(kind: CropKind, picture: { width: number; height: number }) {
  const actual = picture.width / picture.height;
  const shape = cropShapes[kind];
  return { width: Math.min(1, shape / actual), height: Math.min(1, actual / shape) };
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The crop of a picture; numbers are fractions of its width or height. */
export function createCropping(kind: CropKind, picture: { width: number; height: number }) {
  const largest = largestFrame(kind, picture);
  const smallest = minCropParts / cropParts;
  const closest = clamp(Math.min(largest.width, largest.height) / smallest, 1, maxZoom);
  const frameOf = ({ zoom }: View) => ({ width: largest.width / zoom, height: largest.height / zoom });

  /** The nearest view whose frame lies inside the picture. */
  function keepInside(view: View): View {
    const zoom = clamp(view.zoom, 1, closest);
    const { width, height } = frameOf({ ...view, zoom });
    return {
      x: clamp(view.x, width / 2, 1 - width / 2),
      y: clamp(view.y, height / 2, 1 - height / 2),
      zoom,
    };
  }

  return {
    maxZoom: closest,
    frameOf,
    keepInside,
    start: (crop?: Crop): View =>
      crop
        ? keepInside({
            x: (crop.left + crop.width / 2) / cropParts,
            y: (crop.top + crop.height / 2) / cropParts,
            zoom: (largest.width * cropParts) / crop.width,
          })
        : { x: 0.5, y: 0.5, zoom: 1 },
    /** Moves the picture under the frame, by parts of the frame. */
    move(view: View, right: number, down: number): View {
      const { width, height } = frameOf(view);
      return keepInside({ ...view, x: view.x - right * width, y: view.y - down * height });
    },
    zoom: (view: View, factor: number): View => keepInside({ ...view, zoom: view.zoom * factor }),
    toCrop(view: View): Crop {
      const { width, height } = frameOf(view);
      const size = { width: Math.round(width * cropParts), height: Math.round(height * cropParts) };
      return {
        left: clamp(Math.round((view.x - width / 2) * cropParts), 0, cropParts - size.width),
        top: clamp(Math.round((view.y - height / 2) * cropParts), 0, cropParts - size.height),
        ...size,
      };
    },
  };
}
export type Cropping = ReturnType<typeof createCropping>;
