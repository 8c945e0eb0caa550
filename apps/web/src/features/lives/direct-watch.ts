import { api } from '../../lib/api.ts';
import { countData } from '../../lib/data-use.ts';
import { delayBetween, noCounters, readCounters } from './direct-stats.ts';

export interface DirectHandlers {
  /** Its first packets have arrived. */
  onStream(stream: MediaStream): void;
  /** It never began, or is over; called once. */
  onLost(): void;
  onLoaded(bytes: number): void;
  /** Seconds from the server to this screen; null while not measured. */
  onDelay(seconds: number | null): void;
}

const measureMs = 1_000;
/** A connection that was ended by the server still calls itself connected: only missing packets show it. */
const silentMs = 3_000;

/** Watches a show from the SFU until the returned function is called or the connection is lost. */
export function watchDirect(liveId: string, { onStream, onLost, onLoaded, onDelay }: DirectHandlers): () => void {
  let connection: RTCPeerConnection | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isOver = false;

  function close(): void {
    isOver = true;
    clearInterval(timer);
    connection?.close();
    onDelay(null);
  }
  function lose(): void {
    if (isOver) return;
    close();
    onLost();
  }

  function measure(from: RTCPeerConnection): void {
    let before = noCounters;
    let receivedAt = performance.now();
    timer = setInterval(async () => {
      const now = readCounters((await from.getStats()).values());
      if (isOver) return;
      const at = performance.now();
      if (now.pictureBytes > before.pictureBytes) receivedAt = at;
      else if (at - receivedAt > silentMs) return lose();
      onLoaded(now.bytes - before.bytes);
      countData('lives', now.bytes - before.bytes);
      onDelay(delayBetween(before, now));
      before = now;
    }, measureMs);
  }

  async function begin(): Promise<void> {
    const { direct } = await api.watchLiveDirect({ params: { id: liveId } });
    if (!direct || isOver) return lose();
    const opened = new RTCPeerConnection({ iceServers: direct.iceServers, bundlePolicy: 'max-bundle' });
    connection = opened;
    const stream = new MediaStream();
    opened.ontrack = ({ track }) => {
      stream.addTrack(track);
      if (track.kind === 'video') track.addEventListener('unmute', () => onStream(stream), { once: true });
    };
    opened.onconnectionstatechange = () => {
      if (opened.connectionState === 'failed') lose();
    };
    measure(opened);
    await opened.setRemoteDescription({ type: 'offer', sdp: direct.offer });
    await opened.setLocalDescription();
    const { connectionId } = direct;
    // The SFU has a public address and needs none of ours.
    await api.answerLiveDirect({
      params: { id: liveId, connectionId },
      body: { answer: opened.localDescription?.sdp ?? '' },
    });
  }

  if ('RTCPeerConnection' in globalThis) begin().catch(lose);
  else queueMicrotask(lose);
  return close;
}
