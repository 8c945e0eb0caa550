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

/** Addresses of a replay's files hold for at least three minutes. */
const renewMs = 120_000;
/** A browser's own player fails in the same way when an address is old and when the right has ended. */
const minReloadMs = 10_000;

/** The signature that a replay's list gives its files now; null when the list is refused. */
async function readQuery(address: string): Promise<string | null> {
  const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
  return answer?.ok ? (/\?e=\d+&s=[\w-]+/.exec(await answer.text())?.[0] ?? null) : null;
}

/** The browser's own player reads the list once: with old addresses it begins again at the same place. */
function playInBrowser(
  video: HTMLVideoElement,
  { address, mode, onRefused }: { address: string; mode: 'live' | 'replay'; onRefused(): void },
): () => void {
  let reloadedAt = Number.NEGATIVE_INFINITY;
  const onError = async () => {
    const isOld = mode === 'replay' && performance.now() - reloadedAt > minReloadMs;
    if (!isOld || !(await readQuery(address))) return onRefused();
    reloadedAt = performance.now();
    const { currentTime } = video;
    video.src = address;
    video.currentTime = currentTime;
    void video.play().catch(() => undefined);
  };
  const listener = () => void onError();
  video.src = address;
  video.addEventListener('error', listener);
  return () => {
    video.removeEventListener('error', listener);
    video.removeAttribute('src');
    video.load();
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
    const stop = playInBrowser(video, { address, mode, onRefused });
    return () => {
      leave();
      stop();
    };
  }
  let query: string | null = null;
  const renew = async () => {
    const newer = await readQuery(address);
    query = newer ?? query;
    return newer !== null;
  };
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
    // The addresses of a replay expire while it plays: each request takes the latest signature.
    ...(mode === 'replay'
      ? { xhrSetup: (xhr: XMLHttpRequest, url: string) => xhr.open('GET', query ? url.replace(/\?.*$/, query) : url) }
      : {}),
  });
  const renewals = mode === 'replay' ? setInterval(() => void renew(), renewMs) : undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  hls.on(Hls.Events.FRAG_LOADED, (_event, { frag, part }) => onLoaded((part ?? frag).stats.loaded));
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, response }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR) return hls.recoverMediaError();
    const isRefused = response?.code === 401 || response?.code === 403 || response?.code === 404;
    // After a sleep the addresses are old; without the right the list is refused too.
    if (isRefused && mode === 'replay') void renew().then((isRenewed) => isRenewed || onRefused());
    else if (isRefused) onRefused();
    clearTimeout(timer);
    timer = setTimeout(() => (mode === 'live' ? hls.loadSource(address) : hls.startLoad()), retryMs);
  });
  hls.loadSource(address);
  hls.attachMedia(video);
  return () => {
    clearTimeout(timer);
    clearInterval(renewals);
    leave();
    hls.destroy();
  };
}
