import { liveEncoding } from '@vlam/contract/rules/lives';
import type { KeyRing } from '../../../platform/key-ring.ts';
import { blindIndex } from '../../../platform/keys.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import type { Connection, ConnectionEvents, Delivery, Receiver, Sender } from '../delivery.ts';
import { createJanusClient, type defaultTimings, JanusError, type JanusHandle } from './janus-client.ts';

/** The only one who sends in a room. */
const feed = 'creator';
/** Error codes of the videoroom plugin. */
const codes = { noSuchRoom: 426, roomExists: 427, noSuchFeed: 428, full: 432, feedExists: 436 } as const;

const isOneOf = (error: unknown, ...expected: number[]): boolean =>
  error instanceof JanusError && typeof error.code === 'number' && expected.includes(error.code);

/**
 * Browsers connect to Janus, which they never speak to themselves: every request to it is made here. A room per show,
 * whose secret and pin follow from the key of hashes, so that any process can end it.
 */
export function createJanusDelivery(deps: {
  url: string;
  secret: string;
  keys: KeyRing;
  logger: Logger;
  timings?: typeof defaultTimings;
}): Delivery {
  const { logger } = deps;
  const key = deps.keys.lookup('lives.janus');
  const client = createJanusClient(deps);
  const passwordFor = (liveId: string, purpose: string) =>
    blindIndex(key, `${purpose} ${liveId}`).toString('base64url');
  const roomOf = (liveId: string) => ({ room: liveId, secret: passwordFor(liveId, 'secret') });
  const entryTo = (liveId: string) => ({ room: liveId, pin: passwordFor(liveId, 'pin') });

  /** Runs `work` with a handle of its own, which is detached when it fails. */
  async function withHandle<Result>(
    { onUp, onClosed }: ConnectionEvents,
    work: (handle: JanusHandle, connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      onClosed();
    };
    const handle: JanusHandle = await client.attach({
      onUp,
      onLost: over,
      onEvent({ videoroom, leaving, unpublished }) {
        if (videoroom !== 'destroyed' && leaving !== 'ok' && unpublished !== 'ok') return;
        handle.detach();
        over();
      },
    });
    const close = () => {
      isOver = true;
      handle.detach();
    };
    try {
      return await work(handle, { close });
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Runs one request of the plugin that needs no media. */
  const manage = (body: object) =>
    withHandle({ onUp: () => {}, onClosed: () => {} }, async (handle, { close }) => {
      await handle.request(body);
      close();
    });

  const ensureRoom = (liveId: string) =>
    manage({
      request: 'create',
      ...roomOf(liveId),
      ...entryTo(liveId),
      is_private: true,
      publishers: 1,
      bitrate: liveEncoding.bitrate,
      bitrate_cap: true,
      fir_freq: 10,
      videocodec: 'h264,vp8',
      audiocodec: 'opus',
      record: false,
      lock_record: true,
    }).catch((error) => {
      if (!isOneOf(error, codes.roomExists)) throw error;
    });

  const join = (liveId: string, offer: string, events: ConnectionEvents) =>
    withHandle(events, async (handle, connection): Promise<Sender> => {
      const { jsep } = await handle.request(
        { request: 'joinandconfigure', ptype: 'publisher', ...entryTo(liveId), id: feed },
        { type: 'offer', sdp: withoutCandidates(offer) },
      );
      if (!jsep) throw new JanusError(0, 'Janus did not describe the connection');
      return { ...connection, answer: jsep.sdp };
    });

  async function orNull<Result>(work: Promise<Result>, ...expected: number[]): Promise<Result | null> {
    try {
      return await work;
    } catch (error) {
      if (!isOneOf(error, ...expected)) logger.warn('Janus was of no use to a show', errorFields(error));
      return null;
    }
  }

  async function send(liveId: string, offer: string, events: ConnectionEvents): Promise<Sender> {
    await ensureRoom(liveId);
    try {
      return await join(liveId, offer, events);
    } catch (error) {
      if (!isOneOf(error, codes.feedExists, codes.full)) throw error;
      await manage({ request: 'kick', ...roomOf(liveId), id: feed });
      return join(liveId, offer, events);
    }
  }

  const watch = (liveId: string, events: ConnectionEvents) =>
    withHandle(events, async (handle, connection): Promise<Receiver> => {
      const { jsep } = await handle.request({
        request: 'join',
        ptype: 'subscriber',
        ...entryTo(liveId),
        streams: [{ feed }],
        autoupdate: false,
      });
      if (!jsep) throw new JanusError(codes.noSuchFeed, 'nobody sends this show');
      return {
        ...connection,
        offer: jsep.sdp,
        async accept(answer) {
          await handle.request({ request: 'start' }, { type: 'answer', sdp: withoutCandidates(answer) });
        },
      };
    });

  return {
    isDirect: true,
    send: (liveId, offer, events) => orNull(send(liveId, offer, events)),
    watch: (liveId, events) => orNull(watch(liveId, events), codes.noSuchRoom, codes.noSuchFeed),
    end: async (liveId) => void (await orNull(manage({ request: 'destroy', ...roomOf(liveId) }), codes.noSuchRoom)),
    close: client.close,
  };
}

/**
 * Janus answers to where a browser's checks come from. Told addresses, it would send packets to whatever a member
 * names, in our own network too.
 */
const withoutCandidates = (sdp: string): string => sdp.replace(/^a=(candidate:|remote-candidates:)[^\r\n]*\r\n/gm, '');
