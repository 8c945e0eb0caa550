import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { janusSecret } from './janus.ts';

/** What was asked of the plugin. */
export interface JanusRequest {
  body: Record<string, unknown>;
  jsep?: { type: string; sdp: string };
}

interface Handle {
  id: number;
  socket: WebSocket;
  session: number;
  room?: string;
  role?: 'publisher' | 'subscriber';
}

export interface JanusDouble {
  url: string;
  requests: JanusRequest[];
  /** Handles with media, by role. */
  connected(role: 'publisher' | 'subscriber'): number;
  /** Requests of this kind are acknowledged and never answered. */
  withhold(request: string | null): void;
  /** Nothing at all is answered, keepalives neither; connections stay open. */
  freeze(frozen: boolean): void;
  /** Forgets its sessions without a word: every later request is refused with 458. */
  forgetSessions(): void;
  /** The media of everybody in this role end, as after a lost network. */
  hangUp(role: 'publisher' | 'subscriber'): void;
  /** Dies with everything it knows, and listens again on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const anSdp = (direction: 'sendonly' | 'recvonly' = 'sendonly'): string =>
  [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=video 9 UDP/TLS/RTP/SAVPF 102',
    'c=IN IP4 0.0.0.0',
    'a=candidate:1 1 udp 2122260223 169.254.169.254 80 typ host',
    'a=ice-ufrag:abcd',
    'a=ice-pwd:abcdefghijklmnopqrstuvwx',
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
    `a=setup:${direction === 'sendonly' ? 'actpass' : 'active'}`,
    'a=mid:0',
    `a=${direction}`,
    'a=rtcp-mux',
    'a=rtpmap:102 H264/90000',
    'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
    '',
  ].join('\r\n');

/** Speaks as Janus's WebSocket API and its videoroom plugin do, without media: these flow when both sides have described themselves. */
export async function startJanusDouble(): Promise<JanusDouble> {
  const requests: JanusRequest[] = [];
  const sessions = new Set<number>();
  const handles = new Map<number, Handle>();
  const rooms = new Map<string, { secret: unknown; pin: unknown }>();
  const withMedia = new Set<number>();
  let [frozen, withheld, nextId] = [false, null as string | null, 1_000];
  let server = new WebSocketServer({ noServer: true });

  const send = (socket: WebSocket, message: object) => {
    if (!frozen && socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const sendFrom = ({ socket, session, id }: Handle, message: object) =>
    send(socket, { session_id: session, sender: id, ...message });
  const event = (handle: Handle, data: object, rest: object = {}) =>
    sendFrom(handle, { janus: 'event', plugindata: { plugin: 'janus.plugin.videoroom', data }, ...rest });
  const those = (role: Handle['role'], room?: string) =>
    [...handles.values()].filter((handle) => handle.role === role && (!room || handle.room === room));
  const refuse = (code: number) => ({ videoroom: 'event', error_code: code, error: `error ${code}` });

  function mediaFlow(handle: Handle): void {
    withMedia.add(handle.id);
    sendFrom(handle, { janus: 'webrtcup' });
  }
  function leave(handle: Handle): void {
    handles.delete(handle.id);
    withMedia.delete(handle.id);
  }

  /** Answers of the plugin to requests that need no media. */
  function manage(body: Record<string, unknown>): object | null {
    const name = String(body.room);
    const room = rooms.get(name);
    if (body.request === 'create') {
      if (room) return refuse(427);
      rooms.set(name, { secret: body.secret, pin: body.pin });
      return { videoroom: 'created', room: name, permanent: false };
    }
    if (body.request !== 'kick' && body.request !== 'destroy') return null;
    if (!room) return refuse(426);
    if (room.secret !== body.secret) return refuse(433);
    for (const handle of those('publisher', name)) {
      delete handle.role;
      withMedia.delete(handle.id);
      event(
        handle,
        body.request === 'kick'
          ? { videoroom: 'event', room: name, leaving: 'ok', reason: 'kicked' }
          : { videoroom: 'destroyed', room: name },
      );
    }
    if (body.request === 'kick') return { videoroom: 'success' };
    for (const handle of those('subscriber', name)) event(handle, { videoroom: 'destroyed', room: name });
    rooms.delete(name);
    return { videoroom: 'destroyed', room: name };
  }

  /** Answers that come later, as events. */
  function join(handle: Handle, { body, jsep }: JanusRequest): [object, { jsep?: object }] {
    const name = String(body.room ?? handle.room);
    const room = rooms.get(name);
    if (!room) return [refuse(426), {}];
    if (body.request === 'start') {
      if (!jsep) return [refuse(425), {}];
      queueMicrotask(() => mediaFlow(handle));
      return [{ videoroom: 'event', started: 'ok' }, {}];
    }
    if (room.pin !== body.pin) return [refuse(433), {}];
    const senders = those('publisher', name);
    if (body.request === 'joinandconfigure') {
      if (senders.length > 0) return [refuse(436), {}];
      Object.assign(handle, { room: name, role: 'publisher' });
      setImmediate(() => mediaFlow(handle));
      return [{ videoroom: 'joined', room: name }, { jsep: { type: 'answer', sdp: anSdp('recvonly') } }];
    }
    if (!senders.some(({ id }) => withMedia.has(id))) return [refuse(428), {}];
    Object.assign(handle, { room: name, role: 'subscriber' });
    return [{ videoroom: 'attached', room: name }, { jsep: { type: 'offer', sdp: anSdp() } }];
  }

  function receive(socket: WebSocket, text: string) {
    if (frozen) return;
    const message = JSON.parse(text);
    const { janus, transaction, session_id: session, handle_id: handleId } = message;
    const error = (code: number) =>
      send(socket, { janus: 'error', transaction, error: { code, reason: `code ${code}` } });
    if (message.apisecret !== janusSecret) return error(403);
    if (janus === 'create') {
      sessions.add(++nextId);
      return send(socket, { janus: 'success', transaction, data: { id: nextId } });
    }
    if (!sessions.has(session)) return error(458);
    if (janus === 'keepalive') return send(socket, { janus: 'ack', session_id: session, transaction });
    if (janus === 'attach') {
      handles.set(++nextId, { id: nextId, socket, session });
      return send(socket, { janus: 'success', session_id: session, transaction, data: { id: nextId } });
    }
    const handle = handles.get(handleId);
    if (!handle) return error(459);
    if (janus === 'detach') {
      leave(handle);
      send(socket, { janus: 'success', session_id: session, transaction });
      return sendFrom(handle, { janus: 'detached' });
    }
    requests.push({ body: message.body, jsep: message.jsep });
    const data = withheld === message.body.request ? null : manage(message.body);
    if (data) return sendFrom(handle, { janus: 'success', transaction, plugindata: { data } });
    send(socket, { janus: 'ack', session_id: session, transaction });
    if (withheld === message.body.request) return;
    const [answer, rest] = join(handle, message);
    // Events of others come between the acknowledgement and the answer.
    sendFrom(handle, { janus: 'media', type: 'video', receiving: true });
    setImmediate(() => event(handle, answer, { transaction, ...rest }));
  }

  async function listen(port: number): Promise<void> {
    server = new WebSocketServer({ host: '127.0.0.1', port, handleProtocols: () => 'janus-protocol' });
    server.on('connection', (socket) => {
      socket.on('message', (text) => receive(socket, String(text)));
      socket.on('error', () => {});
      socket.on('close', () => {
        for (const handle of handles.values()) if (handle.socket === socket) leave(handle);
      });
    });
    await once(server, 'listening');
  }
  async function die(): Promise<void> {
    for (const socket of server.clients) socket.terminate();
    await new Promise((done) => server.close(done));
    for (const known of [sessions, handles, rooms, withMedia]) known.clear();
  }
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    requests,
    connected: (role) => those(role).filter(({ id }) => withMedia.has(id)).length,
    withhold: (request) => {
      withheld = request;
    },
    freeze: (on) => {
      frozen = on;
    },
    forgetSessions: () => sessions.clear(),
    hangUp(role) {
      for (const handle of those(role)) {
        withMedia.delete(handle.id);
        sendFrom(handle, { janus: 'hangup', reason: 'ICE failed' });
      }
    },
    async restart() {
      await die();
      await listen(port);
    },
    close: die,
  };
}
