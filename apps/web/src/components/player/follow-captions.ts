import type { Cue } from '@vlam/contract/rules/caption-file';
import { linesAt, nextChange } from './captions.ts';

/** Safari's events around its own full screen, which shows the element alone and draws its text tracks. */
const [nativeBegin, nativeEnd] = ['webkitbeginfullscreen', 'webkitendfullscreen'] as const;
const events = ['play', 'playing', 'pause', 'seeking', 'seeked', 'ratechange', 'timeupdate'] as const;
/** A timer that runs a little early would find the text of before. */
const marginMs = 15;

/**
 * Calls `show` with the texts of each moment that an element plays, whichever player plays in it. The element's own
 * text tracks are not used: a player clears them, and a browser draws them without a ground. Returns what ends it.
 */
export function followCaptions(
  media: HTMLMediaElement,
  cues: readonly Cue[],
  show: (lines: readonly string[]) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = '';
  const update = () => {
    clearTimeout(timer);
    const atMs = media.currentTime * 1000;
    const lines = linesAt(cues, atMs);
    if (lines.join('\0') !== shown) {
      shown = lines.join('\0');
      show(lines);
    }
    const next = media.paused ? null : nextChange(cues, atMs);
    if (next !== null) timer = setTimeout(update, (next - atMs) / media.playbackRate + marginMs);
  };
  const track = createNativeTrack(media, cues);
  for (const event of events) media.addEventListener(event, update);
  media.addEventListener(nativeBegin, track.show);
  media.addEventListener(nativeEnd, track.hide);
  update();
  return () => {
    clearTimeout(timer);
    for (const event of events) media.removeEventListener(event, update);
    media.removeEventListener(nativeBegin, track.show);
    media.removeEventListener(nativeEnd, track.hide);
    track.hide();
    show([]);
  };
}

/** A text track that is made when the browser's own full screen needs one. */
function createNativeTrack(media: HTMLMediaElement, cues: readonly Cue[]) {
  let track: TextTrack | null = null;
  return {
    show() {
      if (!track) {
        track = media.addTextTrack('captions');
        for (const { startMs, endMs, text } of cues) track.addCue(new VTTCue(startMs / 1000, endMs / 1000, text));
      }
      track.mode = 'showing';
    },
    hide() {
      if (track) track.mode = 'disabled';
    },
  };
}
