import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAvif } from '../../../test/read-avif.ts';
import { imageLibrary } from '../../platform/imagery/sharp.ts';
import { processImage } from './picture/pictures.ts';
import type { PictureRefused } from './process-image.ts';

const sharp = imageLibrary();
readAvif();
const plain = (width: number, height: number, colour = '#c03050') =>
  sharp({ create: { width, height, channels: 3, background: colour } });
const metadataOf = (bytes: Buffer) => sharp(bytes).metadata();
const refusalOf = async (bytes: Buffer) =>
  processImage(bytes).then(
    () => 'accepted',
    (error: PictureRefused) => error.kind ?? `crashed: ${error.message}`,
  );

/** One bit a pixel compresses to almost nothing: the classic decompression bomb. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('processing a picture', () => {
  it('creates three widths in WebP and AVIF, and six colours', async () => {
    const picture = await processImage(await plain(2000, 2500).jpeg().toBuffer());
    expect(picture).toMatchObject({ width: 1440, height: 1800, widths: [360, 720, 1440] });
    expect(picture.files.map((file) => file.name)).toEqual([
      '360.webp',
      '360.avif',
      '720.webp',
      '720.avif',
      '1440.webp',
      '1440.avif',
    ]);
    expect(picture.tints).toHaveLength(6);
    for (const tint of picture.tints) expect(tint).toMatch(/^#b[ef]|^#c[01]/);
    for (const file of picture.files) {
      const seen = await metadataOf(file.bytes);
      expect(seen.format).toBe(file.name.endsWith('webp') ? 'webp' : 'heif');
      expect(`${seen.width}.${file.name.split('.')[1]}`).toBe(file.name);
    }
  });

  it('never enlarges, and limits the height of a narrow strip', async () => {
    expect((await processImage(await plain(200, 100).png().toBuffer())).widths).toEqual([200]);
    expect((await processImage(await plain(400, 400).webp().toBuffer())).widths).toEqual([400]);
    const strip = await processImage(await plain(1000, 9000).png().toBuffer());
    expect(strip).toMatchObject({ width: 320, height: 2880 });
  });

  it('accepts grey, transparent, 16-bit and CMYK pictures', async () => {
    const sent = [
      await plain(50, 50).greyscale().png().toBuffer(),
      await sharp({ create: { width: 50, height: 50, channels: 4, background: '#00ff0000' } })
        .png()
        .toBuffer(),
      await plain(50, 50).toColourspace('rgb16').png().toBuffer(),
      await plain(50, 50).toColourspace('cmyk').jpeg().toBuffer(),
    ];
    const [grey, clear, deep] = await Promise.all(sent.map((bytes) => processImage(bytes)));
    expect(grey?.tints[0]).toMatch(/^#(..)\1\1$/);
    expect(clear?.tints[0]).toBe('#ffffff');
    expect(deep?.tints[0]).toMatch(/^#[bc]/);
  });

  it('T55: removes position, names and serial numbers from every file, and applies the orientation', async () => {
    const sent = await plain(800, 400)
      .withExif({
        IFD0: { Artist: 'Canary Artist', Software: 'Canary Software', Orientation: '6' },
        IFD2: { BodySerialNumber: 'CANARY-SERIAL' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '33/1 55/1 29/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '18/1 25/1 26/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await metadataOf(sent)).exif?.includes('Canary Artist')).toBe(true);
    const picture = await processImage(sent);
    expect(picture).toMatchObject({ width: 400, height: 800 });
    for (const { bytes } of picture.files) {
      const { exif, xmp, iptc, icc, orientation } = await metadataOf(bytes);
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      for (const word of ['Canary', 'CANARY', 'GPS', 'Exif\0']) expect(bytes.includes(word)).toBe(false);
    }
  });

  it('T53: no payload beside the pixels reaches any output', async () => {
    const payloads = ['<script>alert(1)</script>', '<?php system($_GET[0]); ?>', 'PK\u0003\u0004canary.zip'];
    const jpeg = await plain(300, 300).jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 27]), Buffer.from(payloads[0] ?? '')]);
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(payloads.join(''))]);
    const { files } = await processImage(polyglot);
    for (const { bytes } of files)
      for (const marker of ['<script', '<?php', 'PK\u0003\u0004']) expect(bytes.includes(marker)).toBe(false);
  });

  it('T53: refuses everything but JPEG, PNG and WebP, whatever its name and type', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const others = [
      Buffer.from(svg),
      Buffer.from(`<?xml version="1.0"?>${svg}`),
      Buffer.from('GIF89a'.padEnd(64, 'x')),
      Buffer.from('\0\0\0\u0018ftypheic'.padEnd(64, 'x')),
      Buffer.from('RIFF0000WAVEfmt '.padEnd(64, 'x')),
      Buffer.from('%PDF-1.7'.padEnd(64, 'x')),
      Buffer.from('II*\0'.padEnd(64, 'x')),
      Buffer.alloc(0),
    ];
    for (const bytes of others) expect(await refusalOf(bytes)).toBe('unsupported');
  });

  it('T54: refuses a bomb of 12000 by 12000 pixels before decoding it', async () => {
    const bomb = pngOf(12_000, 12_000);
    expect(bomb.length).toBeLessThan(446_000);
    expect(await refusalOf(bomb)).toBe('too-many-pixels');
    expect(await refusalOf(pngOf(7_000, 7_000))).toBe('accepted');
  });

  it('T54: 120 broken variants are accepted or refused and never crash', async () => {
    const noisy = Buffer.from(Array.from({ length: 90 * 90 * 3 }, (_, index) => (index * 7919) % 251));
    const source = sharp(noisy, { raw: { width: 90, height: 90, channels: 3 } });
    const whole = await Promise.all([
      source.clone().jpeg().toBuffer(),
      source.clone().png().toBuffer(),
      source.clone().webp().toBuffer(),
    ]);
    let seed = 54;
    const next = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    const verdicts = new Map<string, number>();
    for (let variant = 0; variant < 120; variant += 1) {
      const bytes = Buffer.from(whole[variant % 3] ?? []);
      for (let flips = 1 + next(12); flips > 0; flips -= 1) bytes[12 + next(bytes.length - 12)] = next(256);
      const verdict = await refusalOf(variant % 4 === 0 ? bytes.subarray(0, 13 + next(bytes.length - 13)) : bytes);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    expect(
      [...verdicts.keys()].filter((verdict) => !['accepted', 'unreadable', 'too-many-pixels'].includes(verdict)),
    ).toEqual([]);
    expect(verdicts.get('unreadable')).toBeGreaterThan(30);
  });
});
