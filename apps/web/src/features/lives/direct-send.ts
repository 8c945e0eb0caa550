import { liveEncoding } from '@vlam/contract/rules/lives';
import { api, codeOf } from '../../lib/api.ts';
import type { OwnMedia } from '../../lib/own-media.ts';

const retryMs = 10_000;
const checkMs = 5_000;
/** The SFU reports every few seconds what it receives; without that it is gone, whatever the connection says. */
const silentMs = 15_000;

/** The show is over, or another tab sends it. */
const isFinal = (error: unknown): boolean => ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'].includes(codeOf(error) ?? '');

/** H.264 first, which phones encode in hardware. */
function preferH264(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
  const isPreferred = ({ mimeType }: { mimeType: string }) => mimeType === 'video/H264';
  transceiver.setCodecPreferences([...codecs.filter(isPreferred), ...codecs.filter((codec) => !isPreferred(codec))]);
}

async function lastReport(connection: RTCPeerConnection): Promise<number> {
  let latest = 0;
  for (const report of (await connection.getStats()).values())
    if (report.type === 'remote-inbound-rtp') latest = Math.max(latest, report.timestamp);
  return latest;
}

/**
 * Sends camera and microphone to the SFU, beside the segments. It tries again for as long as the show runs, and the
 * show does not depend on it.
 */
export function sendDirect({ id, ingestKey }: { id: string; ingestKey: string }, media: OwnMedia): () => void {
  let connection: RTCPeerConnection | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function again(from: RTCPeerConnection | null): void {
    if (isStopped || from !== connection) return;
    connection?.close();
    connection = null;
    clearTimeout(retry);
    retry = setTimeout(() => void begin(), retryMs);
  }

  async function open(): Promise<void> {
    const { iceServers } = await api.liveIceServers({ params: { id } });
    if (isStopped) return;
    const opened = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' });
    connection = opened;
    opened.onconnectionstatechange = () => {
      if (opened.connectionState === 'failed') again(opened);
    };
    opened.addTransceiver(media.track('audio') ?? 'audio', { direction: 'sendonly' });
    const { bitrate: maxBitrate, framerate: maxFramerate } = liveEncoding;
    const picture = opened.addTransceiver(media.track('video') ?? 'video', {
      direction: 'sendonly',
      sendEncodings: [{ maxBitrate, maxFramerate }],
    });
    preferH264(picture);
    await opened.setLocalDescription();
    const offer = opened.localDescription?.sdp ?? '';
    const { answer } = await api.sendLiveDirect({ params: { id }, body: { ingestKey, offer } });
    if (!answer || opened !== connection) return again(opened);
    await opened.setRemoteDescription({ type: 'answer', sdp: answer });
  }

  async function begin(): Promise<void> {
    try {
      await open();
    } catch (error) {
      if (isFinal(error)) stop();
      else again(connection);
    }
  }

  const check = setInterval(async () => {
    const checked = connection;
    if (checked?.connectionState !== 'connected') return;
    const report = await lastReport(checked);
    if (report > 0 && Date.now() - report > silentMs) again(checked);
  }, checkMs);

  // Another camera, or a microphone that was opened later.
  const leave = media.subscribe(() => {
    for (const { sender, receiver } of connection?.getTransceivers() ?? []) {
      const track = media.track(receiver.track.kind === 'audio' ? 'audio' : 'video');
      if (sender.track !== track) void sender.replaceTrack(track).catch(() => undefined);
    }
  });

  function stop(): void {
    isStopped = true;
    clearTimeout(retry);
    clearInterval(check);
    leave();
    connection?.close();
  }
  if ('RTCPeerConnection' in globalThis) void begin();
  return stop;
}
