/** What is known of a line after each look at it. */
export interface LineLook {
  /** Milliseconds to the other side and back; null while unknown. */
  roundTripMs: number | null;
  /** Part of what was sent to us that did not arrive, 0 to 1. */
  lost: number;
  /** Bits a second the browser believes it can send; null while unknown. */
  available: number | null;
  /** Bytes in both directions since the look before. */
  bytes: number;
  /** Whether the other's picture moved. */
  moves: boolean;
}

export type LineLevel = 'good' | 'fair' | 'thin';

/** Looks that must agree before pictures are given up; two seconds lie between two looks. */
export const thinLooks = 4;
export const lookMs = 2_000;

/** What a line carries: sound needs little, pictures some 150 kbit/s and an answer within most of a second. */
export function levelOf({ roundTripMs, lost, available }: LineLook): LineLevel {
  if (lost > 0.12 || (roundTripMs ?? 0) > 900 || (available ?? Infinity) < 120_000) return 'thin';
  if (lost > 0.04 || (roundTripMs ?? 0) > 400 || (available ?? Infinity) < 300_000) return 'fair';
  return 'good';
}

/** Whether the line was thin for long enough to go on with the sound alone. */
export const isTooThin = (levels: readonly LineLevel[]): boolean =>
  levels.length >= thinLooks && levels.slice(-thinLooks).every((level) => level === 'thin');

/** Megabytes a minute at the pace of the latest looks, to one decimal. */
export function megabytesAMinute(looks: readonly LineLook[]): number {
  if (looks.length === 0) return 0;
  const bytes = looks.reduce((sum, look) => sum + look.bytes, 0);
  return Math.round((bytes / looks.length) * (60_000 / lookMs) * 1e-5) / 10;
}

interface Counters {
  bytes: number;
  received: number;
  lost: number;
  frames: number;
}

/** Makes a reader of a connection's figures; each call answers what is different since the one before. */
export function createLineReader(): (connection: RTCPeerConnection) => Promise<LineLook> {
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
    const look: LineLook = {
      roundTripMs,
      available,
      lost: lost + received === 0 ? 0 : lost / (lost + received),
      bytes: since('bytes'),
      moves: since('frames') > 0,
    };
    before = now;
    return look;
  };
}
