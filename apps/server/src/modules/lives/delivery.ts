export interface ConnectionEvents {
  /** Media flow. */
  onUp(): void;
  /** It is over, on either side; called once, and not after `close`. */
  onClosed(): void;
}

export interface Connection {
  /** Ends it at once; idempotent. */
  close(): void;
}

export interface Sender extends Connection {
  answer: string;
}

export interface Receiver extends Connection {
  offer: string;
  /** Takes the browser's answer. Rejects when the connection is over. */
  accept(answer: string): Promise<void>;
}

/**
 * How the picture of a show reaches viewers besides the segments, which every show has. Descriptions are WebRTC's.
 * An adapter judges no rights, and never rejects because its server is away: null means that segments are the only way
 * now.
 */
export interface Delivery {
  /** Browsers may connect. */
  readonly isDirect: boolean;
  /** Connects the browser that sends a show; the one before it is disconnected. */
  send(liveId: string, offer: string, events: ConnectionEvents): Promise<Sender | null>;
  /** Connects one viewer; null also while no one sends the show. */
  watch(liveId: string, events: ConnectionEvents): Promise<Receiver | null>;
  /** Disconnects everybody from a show, those of other processes too; idempotent. */
  end(liveId: string): Promise<void>;
  close(): void;
}
