/** Numbers and wire format that the server and the broadcasting browser share. */

/** Ended by its creator, stopped by staff or the server, or without picture for too long. */
export const liveEndings = ['ended', 'stopped', 'failed'] as const;
export type LiveEnding = (typeof liveEndings)[number];

/** Credits of a ticket unless the creator sets another price. */
export const defaultTicketCredits = 25;
/** A show in which no picture arrives for so long is interrupted, in milliseconds. */
export const liveInterruptedMs = 20_000;
/** A show in which no picture arrives for so long has failed. */
export const liveFailedMs = 60_000;
/** Tickets of a show that its creator ends with less picture than this go back too. */
export const leastLiveShowMs = 5 * 60_000;
/** Tickets of a show that fails with less picture than this all go back; later only those of its last minutes do. */
export const leastFailedShowMs = 15 * 60_000;
/** A ticket bought at most this long before a show failed, or before its holder blocked the creator, goes back. */
export const lateTicketMs = 15 * 60_000;
/** A show that goes on for so long is ended. */
export const longestLiveShowMs = 12 * 3_600_000;
/** Who may watch a show again after its end, besides its creator. */
export const liveReplays = ['holders', 'subscribers', 'none'] as const;
export type LiveReplay = (typeof liveReplays)[number];
/** A show can be watched again for so long after its end, in milliseconds. */
export const liveReplayMs = 30 * 24 * 3_600_000;
/** Picture that a replay keeps at most; what comes later is only live. */
export const longestReplayMs = 4 * 3_600_000;
/** Replays in the list of shows. */
export const liveReplaysListed = 20;
/** A show is planned at least and at most so long before it begins; earnings are paid out after seven days. */
export const livePlanAheadMs = { least: 10 * 60_000, most: 6 * 24 * 3_600_000 } as const;
/** A planned show can begin so long before its time. */
export const livePlanEarlyMs = 15 * 60_000;
/** A planned show that has not begun so long after its time fails, and its tickets go back. */
export const livePlanLateMs = 30 * 60_000;
/** Shows that a creator has planned at a time. */
export const mostPlannedShows = 3;
/** Planned shows in the list. */
export const plannedShowsListed = 20;
export const liveTextLength = 300;
/** Messages a viewer finds when the show is opened. */
export const liveHistoryLength = 60;

/** Characters of a session description between a browser and the SFU. */
export const maxLiveSdpLength = 24_000;

/** Path of the WebSocket that a broadcasting browser opens. */
export const liveIngestPath = '/live-in/';

/** Close codes of that socket. The browser reconnects after every other code, with a key frame first. */
export const liveIngestCodes = {
  /** The show is over. */
  ended: 4400,
  /** The key or the first message is wrong. */
  refused: 4401,
  /** Another connection sends this show now. */
  replaced: 4409,
  /** A message broke the rules of the wire. */
  invalid: 4422,
} as const;

export const liveLimits = {
  /** Bytes of one message from a broadcasting browser. */
  messageBytes: 2 * 1024 * 1024,
  framesPerSecond: 70,
  soundsPerSecond: 120,
  bitsPerSecond: 6_000_000,
  /** Longest side of the picture. */
  side: 1920,
  /** Key frames are further apart by at most this, in milliseconds: the target duration of a segment. */
  keyFrameMs: 4_000,
} as const;

/** What the browser encodes, in bits a second and frames a second. */
export const liveEncoding = {
  width: 640,
  height: 360,
  bitrate: 900_000,
  sound: 64_000,
  framerate: 30,
  keyFrameMs: 2_000,
};
/** Megabytes a minute that a viewer loads, for both tracks. */
export const liveMegabytesPerMinute = Math.round(((liveEncoding.bitrate + liveEncoding.sound) * 60) / 8 / 100_000) / 10;

export const liveMessageKinds = { delta: 0, key: 1, sound: 2 } as const;
export type LiveMessageKind = keyof typeof liveMessageKinds;
/** Kind u8, timestamp f64 and duration u32 in microseconds, length u32; big endian, followed by the bytes. */
export const liveHeaderBytes = 17;

export interface LiveChunk {
  kind: LiveMessageKind;
  /** Microseconds. */
  timestamp: number;
  duration: number;
  bytes: Uint8Array;
}

/** One frame of picture or sound as a message of the ingest socket. */
export function encodeLiveChunk({ kind, timestamp, duration, bytes }: LiveChunk): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(liveHeaderBytes + bytes.length);
  const view = new DataView(message.buffer);
  view.setUint8(0, liveMessageKinds[kind]);
  view.setFloat64(1, timestamp);
  view.setUint32(9, duration);
  view.setUint32(13, bytes.length);
  message.set(bytes, liveHeaderBytes);
  return message;
}

const kindNames = Object.keys(liveMessageKinds) as LiveMessageKind[];

/** Null unless the message has exactly this form. */
export function decodeLiveChunk(message: Uint8Array): LiveChunk | null {
  if (message.length <= liveHeaderBytes) return null;
  const view = new DataView(message.buffer, message.byteOffset, message.length);
  const kind = kindNames[view.getUint8(0)];
  const timestamp = view.getFloat64(1);
  const isWhole = view.getUint32(13) === message.length - liveHeaderBytes;
  if (!kind || !isWhole || !Number.isSafeInteger(Math.trunc(timestamp)) || timestamp < 0) return null;
  return { kind, timestamp, duration: view.getUint32(9), bytes: message.subarray(liveHeaderBytes) };
}
