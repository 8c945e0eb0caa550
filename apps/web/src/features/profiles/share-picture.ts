import { drawQrCode } from '../../components/qr-code.tsx';

const [width, height, margin] = [1080, 1260, 90];
/** Glow, body and night of a light; which one a person has follows from their id. */
const lights = [
  ['#ff7a4d', '#7a2433', '#160b0c'],
  ['#f2a65a', '#6b3a1c', '#150d07'],
  ['#e2738a', '#4b1d4d', '#120a16'],
  ['#7b9bf0', '#243271', '#0a0d1c'],
  ['#5cc2b2', '#174b52', '#071416'],
  ['#b98bea', '#3f2173', '#0e0919'],
] as const;

/** The same light for the same person on every device. */
export const lightOf = (id: string): (typeof lights)[number] => {
  const sum = [...id].reduce((total, sign) => (total * 31 + sign.charCodeAt(0)) % 65_521, 7);
  return lights[sum % lights.length] ?? lights[0];
};

function fillWithLight(context: CanvasRenderingContext2D, [glow, body, night]: (typeof lights)[number]): void {
  context.fillStyle = night;
  context.fillRect(0, 0, width, height);
  for (const [x, y, radius, colour] of [
    [width * 0.2, height * 0.1, width, glow],
    [width, height, width * 0.9, body],
  ] as const) {
    const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
    gradient.addColorStop(0, colour);
    gradient.addColorStop(1, 'transparent');
    context.fillStyle = gradient;
    context.fillRect(0, 0, width, height);
  }
}

/**
 * A card with the QR code and the address as text, and nothing else: it shows neither a face nor a product. With the id of
 * its owner it stands in their light, which is drawn here and never a photograph.
 */
export async function drawSharePicture(url: string, address: string, owner?: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  if (owner === undefined) context.fillRect(0, 0, width, height);
  else {
    fillWithLight(context, lightOf(owner));
    context.fillStyle = '#fff';
    context.beginPath();
    context.roundRect(margin, margin, width - 2 * margin, width - 2 * margin, 56);
    context.fill();
  }
  const { size, path } = drawQrCode(url);
  const side = width - 2 * margin;
  // The code's own quiet zone is within the card.
  const inset = owner === undefined ? 0 : 40;
  const scale = (side - 2 * inset) / size;
  context.fillStyle = '#000';
  context.setTransform(scale, 0, 0, scale, margin + inset, margin + inset);
  context.fill(new Path2D(path));
  context.resetTransform();
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  // As large as fits on one line.
  for (let points = 84; points > 24; points -= 4) {
    context.font = `600 ${points}px system-ui, sans-serif`;
    if (context.measureText(address).width <= side) break;
  }
  context.fillStyle = owner === undefined ? '#000' : '#fff';
  context.fillText(address, width / 2, (margin + side + height) / 2);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** Saves a picture under a name that says nothing of where it came from. */
export function savePicture(picture: Blob): void {
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = 'qr-code.png';
  link.click();
  // The download has a copy of its own once it began.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
