import { describe, expect, it } from 'vitest';
import { delayBetween, noCounters, readCounters } from './direct-stats.ts';

const picture = {
  type: 'inbound-rtp',
  kind: 'video',
  bytesReceived: 90_000,
  framesDecoded: 30,
  totalProcessingDelay: 3,
};
const pair = { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.08 };

describe('the delay of a direct show', () => {
  it('is half a round trip and what its frames took, of the time between two measurements', () => {
    const before = readCounters([picture, pair]);
    const later = { ...picture, framesDecoded: 60, totalProcessingDelay: 4.5 };
    expect(delayBetween(before, readCounters([later, pair]))).toBeCloseTo(0.04 + 0.05);
  });

  it('is unknown unless every part of it was measured', () => {
    const { totalProcessingDelay: _, ...unmeasured } = picture;
    const other = { ...pair, nominated: false };
    for (const reports of [[], [picture], [pair], [unmeasured, pair], [picture, other]])
      expect(delayBetween(noCounters, readCounters(reports))).toBeNull();
    const same = readCounters([picture, pair]);
    expect(delayBetween(same, same)).toBeNull();
  });

  it('counts the bytes of picture and sound', () => {
    const sound = { type: 'inbound-rtp', kind: 'audio', bytesReceived: 8_000 };
    expect(readCounters([picture, sound])).toMatchObject({ bytes: 98_000, pictureBytes: 90_000 });
  });
});
