/** Boxes of fragmented MP4 (ISO 14496-12) for one H.264 track and, if there is sound, one Opus track. */

export interface Tracks {
  /** AVCDecoderConfigurationRecord of the encoder. */
  avcC: Buffer;
  width: number;
  height: number;
  /** Channels of the Opus track; null without sound. */
  channels: number | null;
}

/** A sample with its time and duration in units of its track. */
export interface Sample {
  bytes: Uint8Array;
  duration: number;
  isKey: boolean;
}

export interface TrackSamples {
  /** Time of the first sample. */
  time: number;
  samples: readonly Sample[];
}

/** Units a second of the two tracks. */
export const pictureScale = 1_000_000;
export const soundScale = 48_000;
const pictureTrack = 1;
const soundTrack = 2;
const keyFlags = 0x02000000;
const deltaFlags = 0x01010000;

const u8 = (...values: number[]): Buffer => Buffer.from(values);
const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value, index * 2);
  });
  return bytes;
};
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, index * 4);
  });
  return bytes;
};
const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const zeros = (count: number): Buffer => Buffer.alloc(count);

function box(type: string, ...content: Uint8Array[]): Buffer {
  const size = content.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(size), ascii(type), ...content]);
}
const versioned = (type: string, version: number, flags: number, ...content: Uint8Array[]): Buffer =>
  box(type, u32(version * 0x1000000 + flags), ...content);

const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function track(
  id: number,
  scale: number,
  kind: { handler: string; header: Buffer; entry: Buffer; size: number[] },
): Buffer {
  const isSound = kind.handler === 'soun';
  return box(
    'trak',
    versioned('tkhd', 0, 3, u32(0, 0, id, 0, 0, 0, 0), u16(0, 0, isSound ? 0x100 : 0, 0), matrix, u32(...kind.size)),
    box(
      'mdia',
      versioned('mdhd', 0, 0, u32(0, 0, scale, 0), u16(0x55c4, 0)),
      versioned('hdlr', 0, 0, u32(0), ascii(kind.handler), zeros(12), ascii('Vlam\0')),
      box(
        'minf',
        kind.header,
        box('dinf', versioned('dref', 0, 0, u32(1), versioned('url ', 0, 1))),
        box(
          'stbl',
          versioned('stsd', 0, 0, u32(1), kind.entry),
          versioned('stts', 0, 0, u32(0)),
          versioned('stsc', 0, 0, u32(0)),
          versioned('stsz', 0, 0, u32(0, 0)),
          versioned('stco', 0, 0, u32(0)),
        ),
      ),
    ),
  );
}

const pictureEntry = ({ avcC, width, height }: Tracks): Buffer =>
  box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    zeros(32),
    u16(0x18, 0xffff),
    box('avcC', avcC),
  );

/** Browsers encode Opus at 48 kHz with a lead-in of 312 samples. */
const soundEntry = (channels: number): Buffer =>
  box(
    'Opus',
    zeros(6),
    u16(1),
    zeros(8),
    u16(channels, 16, 0, 0),
    u32(soundScale * 0x10000),
    box('dOps', u8(0, channels), u16(312), u32(soundScale), u16(0), u8(0)),
  );

/** The start of a stream, which every part needs before it. */
export function initSegment(tracks: Tracks): Buffer {
  const { width, height, channels } = tracks;
  const ids = channels === null ? [pictureTrack] : [pictureTrack, soundTrack];
  return Buffer.concat([
    box('ftyp', ascii('iso6'), u32(0), ascii('iso6cmfcmp41')),
    box(
      'moov',
      versioned('mvhd', 0, 0, u32(0, 0, 1000, 0, 0x10000), u16(0x100, 0), zeros(8), matrix, zeros(24), u32(3)),
      track(pictureTrack, pictureScale, {
        handler: 'vide',
        header: versioned('vmhd', 0, 1, zeros(8)),
        entry: pictureEntry(tracks),
        size: [width * 0x10000, height * 0x10000],
      }),
      ...(channels === null
        ? []
        : [
            track(soundTrack, soundScale, {
              handler: 'soun',
              header: versioned('smhd', 0, 0, zeros(4)),
              entry: soundEntry(channels),
              size: [0, 0],
            }),
          ]),
      box('mvex', ...ids.map((id) => versioned('trex', 0, 0, u32(id, 1, 0, 0, 0)))),
    ),
  ]);
}

/** Samples of both tracks as one movie fragment with its data. */
export function fragment(number: number, picture: TrackSamples, sound: TrackSamples | null): Buffer {
  const runs = [
    { id: pictureTrack, ...picture },
    ...(sound && sound.samples.length > 0 ? [{ id: soundTrack, ...sound }] : []),
  ];
  const build = (offsets: readonly number[]): Buffer =>
    box(
      'moof',
      versioned('mfhd', 0, 0, u32(number)),
      ...runs.map(({ id, time, samples }, index) =>
        box(
          'traf',
          versioned('tfhd', 0, 0x020000, u32(id)),
          versioned('tfdt', 1, 0, u64(time)),
          versioned(
            'trun',
            0,
            0x701,
            u32(samples.length, offsets[index] ?? 0),
            ...samples.map(({ bytes, duration, isKey }) => u32(duration, bytes.length, isKey ? keyFlags : deltaFlags)),
          ),
        ),
      ),
    );
  const headerBytes = build([]).length;
  const offsets: number[] = [];
  let next = headerBytes + 8;
  for (const { samples } of runs) {
    offsets.push(next);
    next += samples.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
  return Buffer.concat([
    build(offsets),
    box('mdat', ...runs.flatMap(({ samples }) => samples.map(({ bytes }) => bytes))),
  ]);
}
