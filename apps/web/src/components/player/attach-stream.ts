import type HlsClass from 'hls.js';
// The package's own file: our bundler takes functions named `operation` for pure, and drops its calls of them. The
// smaller build plays no sound that is a track of its own.
import hlsAddress from 'hls.js/dist/hls.min.mjs?url';

export interface StreamHandlers {
  /** Bytes that were loaded. */
  onLoaded(bytes: number): void;
  /** The quality that plays. */
  onQuality(name: string): void;
  /** The address was refused: it is old, or the right has ended. */
  onRefused(): void;
  /** The connection is lost; loading goes on by itself. */
  onStopped(): void;
  onUnsupported(): void;
}

export interface AttachedStream {
  /** A newer address of the same stream. */
  renew(address: string): void;
  /** A quality by its name; null lets the connection decide. */
  choose(name: string | null): void;
  stop(): void;
}

const retryMs = 2_000;
/** Longer buffers load what is never seen. */
const bufferSeconds = 24;

const nameOf = (address: string | undefined): string => /\/(\w+)\.m3u8/.exec(address ?? '')?.[1] ?? '';

/** Plays a stream in a video or audio element; with hls.js wherever that works, else with the browser's own player. */
export function attachStream(
  media: HTMLMediaElement,
  address: string,
  quality: string | null,
  handlers: StreamHandlers,
): AttachedStream {
  let attached: AttachedStream | null = null;
  let isStopped = false;
  let [latest, chosen] = [address, quality];
  import(/* @vite-ignore */ hlsAddress)
    .then((module: { default: typeof HlsClass }) => {
      if (isStopped) return;
      attached = module.default.isSupported()
        ? withHls(module.default, media, latest, chosen, handlers)
        : withBrowser(media, latest, handlers);
    })
    .catch(handlers.onUnsupported);
  return {
    renew(newer) {
      latest = newer;
      attached?.renew(newer);
    },
    choose(name) {
      chosen = name;
      attached?.choose(name);
    },
    stop() {
      isStopped = true;
      attached?.stop();
    },
  };
}

function withHls(
  Hls: typeof HlsClass,
  media: HTMLMediaElement,
  address: string,
  quality: string | null,
  handlers: StreamHandlers,
): AttachedStream {
  let query = new URL(address, location.origin).search;
  let chosen = quality;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hls = new Hls({
    maxBufferLength: bufferSeconds,
    maxMaxBufferLength: bufferSeconds,
    capLevelToPlayerSize: true,
    // Workers from a blob are against our content policy.
    enableWorker: false,
    // The playlist's addresses expire while it plays: each request takes the latest signature.
    xhrSetup: (xhr, url) => xhr.open('GET', url.replace(/\?.*$/, '') + query),
  });
  const apply = () => {
    const named = hls.levels.findIndex(({ url }) => nameOf(url[0]) === chosen);
    // Of two that are equal in everything, the player keeps one: the smallest for the two smallest.
    const level = chosen === null ? -1 : Math.max(0, named);
    hls.nextLevel = level;
    if (hls.startLevel === -1) hls.startLevel = level;
  };
  hls.on(Hls.Events.MANIFEST_PARSED, apply);
  hls.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) => handlers.onQuality(nameOf(hls.levels[level]?.url[0])));
  hls.on(Hls.Events.FRAG_LOADED, (_event, { frag }) => handlers.onLoaded(frag.stats.loaded));
  hls.on(Hls.Events.ERROR, (_event, { fatal, type, response }) => {
    if (response?.code === 401 || response?.code === 403 || response?.code === 404) handlers.onRefused();
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR) return hls.recoverMediaError();
    handlers.onStopped();
    clearTimeout(timer);
    timer = setTimeout(() => (hls.levels.length > 0 ? hls.startLoad() : hls.loadSource(address)), retryMs);
  });
  hls.loadSource(address);
  hls.attachMedia(media);
  return {
    renew(newer) {
      query = new URL(newer, location.origin).search;
    },
    choose(name) {
      chosen = name;
      if (hls.levels.length > 0) apply();
    },
    stop() {
      clearTimeout(timer);
      hls.destroy();
    },
  };
}

/** The browser loads by itself: an address that expired is replaced at the same place. */
function withBrowser(media: HTMLMediaElement, address: string, handlers: StreamHandlers): AttachedStream {
  if (media.canPlayType('application/vnd.apple.mpegurl') === '') handlers.onUnsupported();
  let latest = address;
  let isBroken = false;
  const onError = () => {
    isBroken = true;
    handlers.onRefused();
  };
  media.addEventListener('error', onError);
  media.src = address;
  return {
    renew(newer) {
      latest = newer;
      if (!isBroken) return;
      isBroken = false;
      const { currentTime, paused } = media;
      media.src = latest;
      media.currentTime = currentTime;
      if (!paused) void media.play().catch(() => undefined);
    },
    choose() {},
    stop() {
      media.removeEventListener('error', onError);
      media.removeAttribute('src');
      media.load();
    },
  };
}
