import type HlsClass from 'hls.js';
// The package's own file: our bundler takes functions named `operation` for pure, and drops its calls of them.
import hlsAddress from 'hls.js/dist/hls.light.min.mjs?url';

export interface StreamHandlers {
  /** A picture plays. */
  onPlaying(): void;
  /** Bytes that were loaded. */
  onLoaded(bytes: number): void;
  /** The server refused: the right may have ended, or the show. */
  onRefused(): void;
  onUnsupported(): void;
}

const retryMs = 1_500;

/** Plays a show in a video element with little delay, or its replay; returns how to stop. */
export function playStream(
  video: HTMLVideoElement,
  address: string,
  handlers: StreamHandlers,
  mode: 'live' | 'replay' = 'live',
): () => void {
  let stop = () => {};
  let stopped = false;
  import(/* @vite-ignore */ hlsAddress)
    .then((module: { default: typeof HlsClass }) => {
      if (!stopped) stop = attach(module.default, video, { address, mode, handlers });
    })
    .catch(handlers.onUnsupported);
  return () => {
    stopped = true;
    stop();
  };
}

/** Seconds of a replay that are loaded ahead: who leaves has not paid for the rest. */
const aheadSeconds = 20;

function attach(
  Hls: typeof HlsClass,
  video: HTMLVideoElement,
  { address, mode, handlers }: { address: string; mode: 'live' | 'replay'; handlers: StreamHandlers },
): () => void {
  const { onPlaying, onLoaded, onRefused, onUnsupported } = handlers;
  video.addEventListener('playing', onPlaying);
  const leave = () => video.removeEventListener('playing', onPlaying);
  if (!Hls.isSupported()) {
    if (video.canPlayType('application/vnd.apple.mpegurl') === '') {
      onUnsupported();
      return leave;
    }
    video.src = address;
    video.addEventListener('error', onRefused);
    return () => {
      leave();
      video.removeEventListener('error', onRefused);
      video.removeAttribute('src');
      video.load();
    };
  }
  const hls = new Hls({
    maxBufferHole: 0.6,
    ...(mode === 'live'
      ? {
          lowLatencyMode: true,
          backBufferLength: 10,
          liveSyncOnStallIncrease: 0,
          highBufferWatchdogPeriod: 0.5,
          maxLiveSyncPlaybackRate: 1.5,
        }
      : { maxBufferLength: aheadSeconds, maxMaxBufferLength: aheadSeconds }),
    // Workers from a blob are against our content policy.
    enableWorker: false,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  hls.on(Hls.Events.FRAG_LOADED, (_event, { frag, part }) => onLoaded((part ?? frag).stats.loaded));
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, response }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR) return hls.recoverMediaError();
    if (response?.code === 401 || response?.code === 403 || response?.code === 404) onRefused();
    clearTimeout(timer);
    timer = setTimeout(() => (mode === 'live' ? hls.loadSource(address) : hls.startLoad()), retryMs);
  });
  hls.loadSource(address);
  hls.attachMedia(video);
  return () => {
    clearTimeout(timer);
    leave();
    hls.destroy();
  };
}
