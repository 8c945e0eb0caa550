import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createPayer, type Payer } from './payer.ts';
import type { World } from './world.ts';

/** A member with thirty credits: five for the day, twenty-five for a complete bio. */
export async function createMemberWithThirtyCredits({ url, rows }: Pick<World, 'url' | 'rows'>): Promise<Payer> {
  const member = await createPayer(url);
  await rows('update accounts set email_verified_at = now() where email = $1', [member.email]);
  // All members of these stories share one IP address.
  await rows('delete from bonus_grants');
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        cookie: member.cookie,
        'sec-fetch-site': 'same-origin',
        'idempotency-key': crypto.randomUUID(),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  await send('PATCH', '/api/profiles/me', { bio: 'Likes long talks late at night, and early swims.' });
  await send('POST', '/api/credits/daily-bonus');
  await expect
    .poll(async () => ((await (await send('GET', '/api/credits/balance')).json()) as { balance: number }).balance, {
      timeout: 15_000,
    })
    .toBe(30);
  return member;
}

/** Records the page's RTCPeerConnections. Call it before the page is opened. */
export const recordConnections = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const kept: RTCPeerConnection[] = [];
    const refusals: number[] = [];
    const Real = RTCPeerConnection;
    Object.assign(globalThis, {
      connections: kept,
      refusals,
      RTCPeerConnection: class extends Real {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          kept.push(this);
          this.addEventListener('icecandidateerror', ({ errorCode }) => refusals.push(errorCode));
        }
      },
    });
  });

/**
 * Makes a page's WebRTC statistics report a slow network while `slow` is set in its session storage, because the
 * product has no switch for that. Call it before the page is opened.
 */
export const simulateSlowNetwork = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { getStats } = RTCPeerConnection.prototype;
    RTCPeerConnection.prototype.getStats = async function (...given: Parameters<typeof getStats>) {
      const found = await getStats.apply(this, given);
      if (!sessionStorage.getItem('slow')) return found;
      const stats = new Map<string, unknown>();
      for (const [id, report] of found as unknown as Map<string, { type: string }>)
        stats.set(
          id,
          report.type === 'candidate-pair'
            ? { ...report, currentRoundTripTime: 1.4, availableOutgoingBitrate: 60_000 }
            : report,
        );
      return stats as unknown as RTCStatsReport;
    };
  });

export interface ConnectionStats {
  /** Number of connections created so far. */
  made: number;
  state: string;
  framesDecoded: number;
  soundPackets: number;
  /** Candidate types of the connection: host, srflx, relay. */
  local: string;
  remote: string;
  /** Changes with each ICE restart. */
  ufrag: string;
  /** STUN error codes returned by the relay. */
  refusals: number[];
}

/** State of a page's latest connection. */
export const readConnectionStats = (page: Page): Promise<ConnectionStats> =>
  page.evaluate(async () => {
    const { connections, refusals } = globalThis as unknown as {
      connections: RTCPeerConnection[];
      refusals: number[];
    };
    const pc = connections.at(-1);
    const line = {
      made: connections.length,
      state: '',
      framesDecoded: 0,
      soundPackets: 0,
      local: '',
      remote: '',
      ufrag: '',
      refusals,
    };
    if (!pc) return line;
    line.state = pc.connectionState;
    line.ufrag = /a=ice-ufrag:(\S+)/.exec(pc.localDescription?.sdp ?? '')?.[1] ?? '';
    const reports = new Map<string, Record<string, unknown>>();
    for (const report of (await pc.getStats()).values()) reports.set(report.id, report);
    for (const report of reports.values()) {
      if (report.type === 'inbound-rtp' && report.kind === 'video')
        line.framesDecoded += Number(report.framesDecoded ?? 0);
      if (report.type === 'inbound-rtp' && report.kind === 'audio')
        line.soundPackets += Number(report.packetsReceived ?? 0);
      if (report.type === 'transport') {
        const pair = reports.get(String(report.selectedCandidatePairId));
        line.local = String(reports.get(String(pair?.localCandidateId))?.candidateType ?? '');
        line.remote = String(reports.get(String(pair?.remoteCandidateId))?.candidateType ?? '');
      }
    }
    return line;
  });

/** Waits until frames of the other side arrive. */
export const waitForVideo = (page: Page): Promise<void> =>
  page.locator('[data-slot="remote"][data-moves="true"]').waitFor({ timeout: 20_000 });
