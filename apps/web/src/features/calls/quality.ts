/** One measurement of the connection. */
export interface LineSample {
  /** Round-trip time in milliseconds; null while unknown. */
  roundTripMs: number | null;
  /** Fraction of packets to us that were lost, 0 to 1. */
  lost: number;
  /** Estimated outgoing bandwidth in bits per second; null while unknown. */
  available: number | null;
  /** Bytes in both directions since the last measurement. */
  bytes: number;
  /** True when frames of the other member arrived. */
  moves: boolean;
}

export type LineLevel = 'good' | 'fair' | 'slow';

/** Consecutive slow measurements before video is dropped; measurements are two seconds apart. */
export const slowSamples = 4;
export const sampleIntervalMs = 2_000;

/** Rates a measurement: audio needs little, video about 150 kbit/s and a round trip below a second. */
export function levelOf({ roundTripMs, lost, available }: LineSample): LineLevel {
  if (lost > 0.12 || (roundTripMs ?? 0) > 900 || (available ?? Infinity) < 120_000) return 'slow';
  if (lost > 0.04 || (roundTripMs ?? 0) > 400 || (available ?? Infinity) < 300_000) return 'fair';
  return 'good';
}

/** True when the network was slow long enough to continue with audio only. */
export const isTooSlow = (levels: readonly LineLevel[]): boolean =>
  levels.length >= slowSamples && levels.slice(-slowSamples).every((level) => level === 'slow');

/** Megabytes per minute at the rate of the latest measurements, to one decimal. */
export function megabytesPerMinute(samples: readonly LineSample[]): number {
  if (samples.length === 0) return 0;
  const bytes = samples.reduce((sum, variant) => sum + variant.bytes, 0);
  return Math.round((bytes / samples.length) * (60_000 / sampleIntervalMs) * 1e-5) / 10;
}

interface Counters {
  bytes: number;
  received: number;
  lost: number;
  frames: number;
}

/** Creates a reader of a connection's statistics; each call returns the difference to the last. */
export function createLineReader(): (connection: RTCPeerConnection) => Promise<LineSample> {
  let before: Counters = { bytes: 0, received: 0, lost: 0, frames: 0 };
  return async (connection) => {
    const now: Counters = { bytes: 0, received: 0, lost: 0, frames: 0 };
    let roundTripMs: number | null = null;
    let available: number | null = null;
    for (const report of (await connection.getStats()).values()) {
      if (report.type === 'candidate-pair' && report.nominated && report.state === 'succeeded') {
        if (typeof report.currentRoundTripTime === 'number') roundTripMs = report.currentRoundTripTime * 1000;
        available = report.availableOutgoingBitrate ?? available;
      } else if (report.type === 'transport') now.bytes += report.bytesSent + report.bytesReceived;
      else if (report.type === 'inbound-rtp') {
        now.received += report.packetsReceived ?? 0;
        now.lost += Math.max(0, report.packetsLost ?? 0);
        now.frames += report.framesDecoded ?? 0;
      }
    }
    const since = (name: keyof Counters) => Math.max(0, now[name] - before[name]);
    const [lost, received] = [since('lost'), since('received')];
    const variant: LineSample = {
      roundTripMs,
      available,
      lost: lost + received === 0 ? 0 : lost / (lost + received),
      bytes: since('bytes'),
      moves: since('frames') > 0,
    };
    before = now;
    return variant;
  };
}
