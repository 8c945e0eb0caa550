/** What a connection to the SFU has received since it began. */
export interface DirectCounters {
  bytes: number;
  /** Bytes of the picture alone. */
  pictureBytes: number;
  frames: number;
  /** Seconds that those frames took from their first packet to the screen, together. */
  frameSeconds: number;
  /** Seconds to the SFU and back; null while unknown. */
  roundTrip: number | null;
}

export const noCounters: DirectCounters = { bytes: 0, pictureBytes: 0, frames: 0, frameSeconds: 0, roundTrip: null };

// biome-ignore lint/suspicious/noExplicitAny: a statistics report has no common type.
type Report = any;

export function readCounters(reports: Iterable<Report>): DirectCounters {
  const found = { ...noCounters };
  for (const report of reports) {
    if (report.type === 'inbound-rtp') {
      found.bytes += report.bytesReceived ?? 0;
      if (report.kind !== 'video') continue;
      found.pictureBytes += report.bytesReceived ?? 0;
      found.frames += report.framesDecoded ?? 0;
      found.frameSeconds += report.totalProcessingDelay ?? 0;
    } else if (report.type === 'candidate-pair' && report.nominated && typeof report.currentRoundTripTime === 'number')
      found.roundTrip = report.currentRoundTripTime;
  }
  return found;
}

/** Seconds from the SFU to the screen since `before`; null unless all of it was measured. */
export function delayBetween(before: DirectCounters, now: DirectCounters): number | null {
  const frames = now.frames - before.frames;
  const seconds = now.frameSeconds - before.frameSeconds;
  if (frames <= 0 || seconds <= 0 || now.roundTrip === null) return null;
  return now.roundTrip / 2 + seconds / frames;
}
