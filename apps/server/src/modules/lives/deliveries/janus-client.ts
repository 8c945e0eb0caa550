import { WebSocket } from 'ws';
import { newId } from '../../../platform/ids.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';

/** What Janus refused, by its own codes; `connection` when it did not answer. */
export class JanusError extends Error {
  override readonly name = 'JanusError';
  readonly code: number | 'connection';
  constructor(code: number | 'connection', message: string) {
    super(message);
    this.code = code;
  }
}

export interface Jsep {
  type: 'offer' | 'answer';
  sdp: string;
}

export interface JanusReply {
  data: Readonly<Record<string, unknown>>;
  jsep: Jsep | null;
}

export interface HandleEvents {
  /** Media flow. */
  onUp?(): void;
  /** An event of the plugin that answers no request. */
  onEvent?(data: Readonly<Record<string, unknown>>): void;
  /** The handle or the whole session is gone, or its media ended; called once, and not after `detach`. */
  onLost?(): void;
}

export interface JanusHandle {
  /** A request to the plugin. Rejects with `JanusError`. */
  request(body: object, jsep?: Jsep): Promise<JanusReply>;
  /** Ends the handle and its media; idempotent. */
  detach(): void;
}

export interface JanusClient {
  /** A handle of the videoroom plugin. Rejects with `JanusError` while Janus cannot be reached. */
  attach(events: HandleEvents): Promise<JanusHandle>;
  close(): void;
}

interface Message {
  janus: string;
  transaction?: string;
  sender?: number;
  data?: { id?: number };
  plugindata?: { data?: Record<string, unknown> };
  jsep?: Jsep;
  error?: { code?: number; reason?: string };
}

interface Session {
  id: number;
  socket: WebSocket;
  handles: Map<number, HandleEvents>;
  pending: Map<string, { settle(message: Message): void; fail(error: JanusError): void }>;
  /** A message has arrived since the last keepalive. */
  isAlive: boolean;
  isLost: boolean;
  keepalive: NodeJS.Timeout | undefined;
}

export const defaultTimings = { requestMs: 4_000, keepaliveMs: 5_000, retryMs: 3_000 };
const maxMessageBytes = 256 * 1024;
/** Janus: the session, or the handle, no longer exists. */
const [noSession, noHandle] = [458, 459];

/**
 * One session over the WebSocket API of Janus, opened when it is first needed and again after a loss. Janus ends a
 * session, and all media of its handles, with its socket: a process that is killed leaves no one connected.
 */
export function createJanusClient(deps: {
  url: string;
  secret: string;
  logger: Logger;
  timings?: typeof defaultTimings;
}): JanusClient {
  const { url, secret, logger, timings = defaultTimings } = deps;
  let current: Promise<Session> | null = null;
  let opened: Session | null = null;
  /** No attempt before, so that viewers do not wait for a server that is away. */
  let retryAt = 0;
  let isClosed = false;

  function lose(session: Session, error: JanusError): void {
    if (session.isLost) return;
    session.isLost = true;
    clearInterval(session.keepalive);
    if (opened === session) opened = null;
    current = null;
    if (!isClosed) {
      retryAt = performance.now() + timings.retryMs;
      logger.warn('the connection to Janus was lost', errorFields(error));
    }
    session.socket.terminate();
    for (const { fail } of session.pending.values()) fail(error);
    session.pending.clear();
    const handles = [...session.handles.values()];
    session.handles.clear();
    for (const { onLost } of handles) onLost?.();
  }

  function leave(session: Session, handleId: number): void {
    const events = session.handles.get(handleId);
    session.handles.delete(handleId);
    events?.onLost?.();
  }

  const post = (session: Session, message: object, transaction = newId()): void =>
    session.socket.send(
      JSON.stringify({ ...message, session_id: session.id || undefined, transaction, apisecret: secret }),
    );

  function ask(session: Session, message: object): Promise<Message> {
    return new Promise((done, reject) => {
      if (session.isLost) return reject(new JanusError('connection', 'Janus is away'));
      const transaction = newId();
      const finish = () => {
        clearTimeout(timer);
        session.pending.delete(transaction);
      };
      const fail = (error: JanusError) => {
        finish();
        reject(error);
      };
      const timer = setTimeout(() => fail(new JanusError('connection', 'Janus did not answer')), timings.requestMs);
      session.pending.set(transaction, {
        fail,
        settle(reply) {
          finish();
          if (reply.janus !== 'error') return done(reply);
          const error = new JanusError(reply.error?.code ?? 0, reply.error?.reason ?? 'refused');
          reject(error);
          if (error.code === noSession) lose(session, error);
        },
      });
      post(session, message, transaction);
    });
  }

  function receive(session: Session, text: string): void {
    session.isAlive = true;
    const message = parse(text);
    if (!message) return;
    const waiting = session.pending.get(message.transaction ?? '');
    // An asynchronous request is acknowledged first and answered later, under the same transaction.
    if (waiting && message.janus !== 'ack') waiting.settle(message);
    else if (message.janus === 'timeout') lose(session, new JanusError(noSession, 'the session timed out'));
    else notify(session, message);
  }

  function notify(session: Session, message: Message): void {
    const { sender } = message;
    const events = sender === undefined ? undefined : session.handles.get(sender);
    if (!events || sender === undefined) return;
    if (message.janus === 'webrtcup') events.onUp?.();
    else if (message.janus === 'hangup' || message.janus === 'detached') {
      if (message.janus === 'hangup') post(session, { janus: 'detach', handle_id: sender });
      leave(session, sender);
    } else if (message.janus === 'event') events.onEvent?.(message.plugindata?.data ?? {});
  }

  async function open(): Promise<Session> {
    const socket = new WebSocket(url, 'janus-protocol', {
      handshakeTimeout: timings.requestMs,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
    });
    const session: Session = {
      ...{ id: 0, socket, handles: new Map(), pending: new Map() },
      ...{ isAlive: true, isLost: false, keepalive: undefined },
    };
    opened = session;
    const fail = () => lose(session, new JanusError('connection', 'the socket closed'));
    socket.on('error', fail);
    socket.on('close', fail);
    socket.on('message', (data: Buffer) => receive(session, data.toString('utf8')));
    await new Promise<void>((done, reject) => {
      socket.once('open', done);
      socket.once('close', () => reject(new JanusError('connection', 'Janus cannot be reached')));
    });
    try {
      session.id = (await ask(session, { janus: 'create' })).data?.id ?? 0;
    } catch (error) {
      lose(session, error as JanusError);
      throw error;
    }
    session.keepalive = setInterval(() => {
      if (!session.isAlive) return lose(session, new JanusError('connection', 'Janus fell silent'));
      session.isAlive = false;
      post(session, { janus: 'keepalive' });
    }, timings.keepaliveMs);
    session.keepalive.unref();
    logger.info('connected to Janus');
    return session;
  }

  function connect(): Promise<Session> {
    if (isClosed || (!current && performance.now() < retryAt))
      return Promise.reject(new JanusError('connection', 'Janus is away'));
    current ??= open();
    return current;
  }

  return {
    async attach(events) {
      const session = await connect();
      const reply = await ask(session, { janus: 'attach', plugin: 'janus.plugin.videoroom' });
      const id = reply.data?.id ?? 0;
      if (session.isLost) throw new JanusError('connection', 'Janus is away');
      session.handles.set(id, events);
      return {
        async request(body, jsep) {
          const message = { janus: 'message', handle_id: id, body, ...(jsep ? { jsep } : {}) };
          const answer = await ask(session, message).catch((error: JanusError) => {
            if (error.code === noHandle) leave(session, id);
            throw error;
          });
          const data = answer.plugindata?.data ?? {};
          if (typeof data.error_code === 'number') throw new JanusError(data.error_code, String(data.error));
          return { data, jsep: answer.jsep ?? null };
        },
        detach() {
          if (session.handles.delete(id) && !session.isLost) post(session, { janus: 'detach', handle_id: id });
        },
      };
    },
    close() {
      isClosed = true;
      if (opened) lose(opened, new JanusError('connection', 'this process stops'));
    },
  };
}

function parse(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'janus' in value ? (value as Message) : null;
  } catch {
    return null;
  }
}
