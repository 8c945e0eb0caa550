import { encodeLiveChunk, type LiveChunk, liveEncoding, liveIngestCodes } from '@vlam/contract/rules/lives';
import { countData } from '../../lib/data-use.ts';
import { createStore, type Store } from '../../lib/store.ts';

/** `steady`: frames arrive; `lost`: another tab sends this show, or its key was replaced. */
export type BroadcastPhase = 'starting' | 'steady' | 'reconnecting' | 'lost' | 'over' | 'unsupported';

export interface BroadcastState {
  phase: BroadcastPhase;
  /** Sound is sent. */
  hasSound: boolean;
}

export interface Broadcast extends Store<BroadcastState> {
  stop(): void;
}

export interface IngestAccess {
  ingestUrl: string;
  ingestKey: string;
}

const codec = 'avc1.42E01F';
const retryMs = 1_000;
/** Frames are skipped while so many wait in the encoder, or so many bytes in the socket. */
const maxEncoding = 3;
const maxWaitingBytes = 1_500_000;
/** Sound that has not begun by then is left out: a track without data stops players. */
const soundTimeoutMs = 3_000;

/** Whether this browser can send a show. */
export const canBroadcast = (): boolean => 'VideoEncoder' in globalThis && 'VideoFrame' in globalThis;

/** Chromium reads tracks on the page; other browsers send the picture only. */
type SoundReader = new (options: { track: MediaStreamTrack }) => { readable: ReadableStream<AudioData> };
const soundReader = (): SoundReader | undefined =>
  'AudioEncoder' in globalThis
    ? (globalThis as unknown as { MediaStreamTrackProcessor?: SoundReader }).MediaStreamTrackProcessor
    : undefined;

/** Even sides, the longer one as configured. */
function sizeFor(video: HTMLVideoElement): { width: number; height: number } {
  const { width: longest } = liveEncoding;
  const scale = longest / Math.max(video.videoWidth, video.videoHeight, 1);
  const even = (side: number) => Math.max(16, Math.round((side * scale) / 2) * 2);
  return { width: even(video.videoWidth), height: even(video.videoHeight) };
}

const nowUs = (): number => performance.now() * 1_000;

/**
 * Encodes the picture of a playing video element and the sound of a track, and sends both as they come. After a lost
 * connection it goes on with a key frame.
 */
export function startBroadcast(
  access: IngestAccess,
  source: { video: HTMLVideoElement; sound(): MediaStreamTrack | null },
): Broadcast {
  const store = createStore<BroadcastState>({ phase: canBroadcast() ? 'starting' : 'unsupported', hasSound: false });
  const change = (part: Partial<BroadcastState>) => store.set((state) => ({ ...state, ...part }));
  let stopped = store.get().phase === 'unsupported';
  let socket: WebSocket | null = null;
  let isAccepted = false;
  let needsKey = true;
  let lastKey = Number.NEGATIVE_INFINITY;
  let avcC: string | null = null;
  let channels: number | null | undefined = soundReader() && source.sound() ? undefined : null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const size = sizeFor(source.video);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: false });

  function send(kind: LiveChunk['kind'], chunk: EncodedVideoChunk | EncodedAudioChunk): void {
    if (!isAccepted || socket?.readyState !== WebSocket.OPEN) return;
    if (kind === 'key') needsKey = false;
    else if (needsKey) return;
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    countData('lives', bytes.length);
    socket.send(encodeLiveChunk({ kind, timestamp: chunk.timestamp, duration: chunk.duration ?? 0, bytes }));
  }

  function connect(): void {
    if (stopped || socket || avcC === null || channels === undefined) return;
    const opened = new WebSocket(access.ingestUrl);
    opened.binaryType = 'arraybuffer';
    socket = opened;
    opened.onopen = () =>
      opened.send(JSON.stringify({ key: access.ingestKey, avcC, ...size, channels: channels ?? null }));
    // The first answer: from now on frames are taken.
    opened.onmessage = () => {
      isAccepted = true;
      needsKey = true;
      lastKey = Number.NEGATIVE_INFINITY;
      change({ phase: 'steady' });
    };
    opened.onclose = ({ code }) => {
      socket = null;
      isAccepted = false;
      if (stopped) return;
      if (code === liveIngestCodes.ended) return finish('over');
      if (code === liveIngestCodes.refused || code === liveIngestCodes.replaced) return finish('lost');
      change({ phase: 'reconnecting' });
      retry = setTimeout(connect, retryMs);
    };
  }

  const encoder = stopped
    ? null
    : new VideoEncoder({
        output(chunk, metadata) {
          const description = metadata?.decoderConfig?.description;
          if (description && avcC === null) {
            const view = ArrayBuffer.isView(description)
              ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
              : new Uint8Array(description);
            avcC = btoa(String.fromCharCode(...view));
            connect();
          }
          send(chunk.type === 'key' ? 'key' : 'delta', chunk);
        },
        error: () => finish('unsupported'),
      });
  encoder?.configure({
    codec,
    ...size,
    bitrate: liveEncoding.bitrate,
    framerate: liveEncoding.framerate,
    latencyMode: 'realtime',
    avc: { format: 'avc' },
  });

  function encodeFrame(): void {
    if (encoder?.state !== 'configured' || encoder.encodeQueueSize > maxEncoding) return;
    if ((socket?.bufferedAmount ?? 0) > maxWaitingBytes) {
      needsKey = true;
      lastKey = Number.NEGATIVE_INFINITY;
      return;
    }
    context?.drawImage(source.video, 0, 0, size.width, size.height);
    const timestamp = Math.round(nowUs());
    const keyFrame = timestamp - lastKey >= liveEncoding.keyFrameMs * 1_000;
    if (keyFrame) lastKey = timestamp;
    const frame = new VideoFrame(canvas, { timestamp });
    encoder.encode(frame, { keyFrame });
    frame.close();
  }
  const frames = stopped ? undefined : setInterval(encodeFrame, 1_000 / liveEncoding.framerate);

  let soundTrack: MediaStreamTrack | null = null;
  async function sendSound(): Promise<void> {
    const Reader = soundReader();
    soundTrack = source.sound()?.clone() ?? null;
    if (!Reader || !soundTrack) return;
    const reader = new Reader({ track: soundTrack }).readable.getReader();
    let offset: number | null = null;
    let sounds: AudioEncoder | null = null;
    for (;;) {
      const { value: data, done } = await reader.read();
      if (done || !data) break;
      if (!stopped && sounds === null && channels === undefined) {
        channels = Math.min(2, data.numberOfChannels);
        sounds = new AudioEncoder({ output: (chunk) => send('sound', chunk), error: () => undefined });
        sounds.configure({
          codec: 'opus',
          sampleRate: data.sampleRate,
          numberOfChannels: channels,
          bitrate: liveEncoding.sound,
        });
        change({ hasSound: true });
        connect();
      }
      // The microphone has a clock of its own; both tracks share ours.
      offset ??= nowUs() - data.timestamp;
      if (sounds?.state === 'configured') {
        const enabled = source.sound()?.enabled ?? false;
        sounds.encode(withTime(data, data.timestamp + offset, enabled));
      }
      data.close();
      if (stopped) break;
    }
    sounds?.close();
    void reader.cancel();
  }
  if (channels === undefined) {
    void sendSound();
    setTimeout(() => {
      if (channels !== undefined) return;
      channels = null;
      connect();
    }, soundTimeoutMs);
  }

  function finish(phase: BroadcastPhase): void {
    if (stopped) return;
    stopped = true;
    clearInterval(frames);
    clearTimeout(retry);
    soundTrack?.stop();
    if (encoder && encoder.state !== 'closed') encoder.close();
    socket?.close();
    change({ phase });
  }
  return { ...store, stop: () => finish('over') };
}

/** The same sound at another time; silence while the microphone is off. */
function withTime(data: AudioData, timestamp: number, audible: boolean): AudioData {
  const { numberOfFrames, numberOfChannels, sampleRate } = data;
  const samples = new Float32Array(numberOfFrames * numberOfChannels);
  if (audible)
    for (let channel = 0; channel < numberOfChannels; channel += 1)
      data.copyTo(samples.subarray(channel * numberOfFrames, (channel + 1) * numberOfFrames), {
        planeIndex: channel,
        format: 'f32-planar',
      });
  return new AudioData({
    format: 'f32-planar',
    sampleRate,
    numberOfFrames,
    numberOfChannels,
    timestamp,
    data: samples,
  });
}
