import type { EncodedTrack } from './outcome.ts';

const soundName = 'sound';
export const soundTrack = (tracks: readonly EncodedTrack[]): EncodedTrack | undefined =>
  tracks.find(({ name }) => name === soundName);
export const pictureTracks = (tracks: readonly EncodedTrack[]): EncodedTrack[] =>
  tracks.filter(({ name }) => name !== soundName);

const secondsOf = ({ segmentMs }: EncodedTrack): number => segmentMs.reduce((sum, ms) => sum + ms, 0) / 1000;
export const averageRate = (track: EncodedTrack): number =>
  Math.ceil((track.byteSize * 8) / Math.max(0.1, secondsOf(track)));
const peakRate = ({ segmentSizes, segmentMs }: EncodedTrack): number =>
  Math.ceil(Math.max(...segmentSizes.map((size, index) => (size * 8_000) / Math.max(500, segmentMs[index] ?? 0))));

/** How many segments lie wholly within the first `previewMs`, at least one; all without a limit. */
export function countOpenSegments({ segmentMs }: EncodedTrack, previewMs: number | null): number {
  if (previewMs === null) return segmentMs.length;
  let end = 0;
  // The frames of sound do not end exactly with those of the picture.
  const open = segmentMs.findIndex((ms) => {
    end += ms;
    return end > previewMs + 50;
  });
  return Math.max(1, open === -1 ? segmentMs.length : open);
}

/** The list of all rungs (RFC 8216). `query` carries the signature and follows each address. */
export function masterPlaylist(tracks: readonly EncodedTrack[], query: string): string {
  const sound = soundTrack(tracks);
  const pictures = pictureTracks(tracks);
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  const soundUri = `sound.m3u8${query}`;
  if (sound && pictures.length > 0)
    lines.push(`#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="${soundUri}"`);
  for (const track of pictures) {
    const codecs = [track.codec, ...(sound ? [sound.codec] : [])].join(',');
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${peakRate(track) + (sound ? peakRate(sound) : 0)},` +
        `AVERAGE-BANDWIDTH=${averageRate(track) + (sound ? averageRate(sound) : 0)},CODECS="${codecs}",` +
        `RESOLUTION=${track.width}x${track.height},FRAME-RATE=${(track.frameRate ?? 0).toFixed(3)}` +
        (sound ? ',AUDIO="sound"' : ''),
      `${track.name}.m3u8${query}`,
    );
  }
  if (sound && pictures.length === 0)
    lines.push(`#EXT-X-STREAM-INF:BANDWIDTH=${peakRate(sound)},CODECS="${sound.codec}"`, soundUri);
  return `${lines.join('\n')}\n`;
}

/** The segments of one track, or only those of its free start. */
export function trackPlaylist(track: EncodedTrack, query: string, previewMs: number | null): string {
  const open = track.segmentMs.slice(0, countOpenSegments(track, previewMs));
  const longest = Math.ceil(Math.max(...open) / 1000);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${track.name}/init.mp4${query}"`,
    ...open.flatMap((ms, index) => [`#EXTINF:${(ms / 1000).toFixed(3)},`, `${track.name}/${index}.m4s${query}`]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}
