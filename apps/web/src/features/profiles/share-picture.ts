import { drawQrCode } from '../../components/qr-code.tsx';

const [width, height, margin] = [1080, 1260, 90];

/** A card with the QR code and the address as text, and nothing else: it shows neither a face nor a product. */
export async function drawSharePicture(url: string, address: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  const { size, path } = drawQrCode(url);
  const side = width - 2 * margin;
  context.fillStyle = '#000';
  context.setTransform(side / size, 0, 0, side / size, margin, margin);
  context.fill(new Path2D(path));
  context.resetTransform();
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  // As large as fits on one line.
  for (let points = 84; points > 24; points -= 4) {
    context.font = `600 ${points}px system-ui, sans-serif`;
    if (context.measureText(address).width <= side) break;
  }
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
