import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';

// A push service for one Firefox: its WebSocket protocol on one side, RFC 8030 and 8292 on the other.

export interface PushRequest {
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** 201, or 410 after the browser ended its subscription. */
  status: number;
}

export interface PushService {
  /** Requests of senders, in order. */
  requests: PushRequest[];
  /** What the browser reported of each message: 100 is delivered, 101 is not decrypted. */
  reports: number[];
  close(): Promise<void>;
}

interface FromBrowser {
  messageType?: 'hello' | 'register' | 'unregister' | 'ack';
  channelID?: string;
  key?: string;
  uaid?: string;
  updates?: { code?: number }[];
}

/** Keeps subscriptions as long as it runs. Throws when the port is taken. */
export async function startPushService(url: string): Promise<PushService> {
  const { port } = new URL(url);
  /** The sender's public key of each channel; RFC 8292 restricts a subscription to it. */
  const channels = new Map<string, string>();
  const requests: PushRequest[] = [];
  const reports: number[] = [];
  let browser: WebSocket | undefined;

  function answer(message: FromBrowser): object | undefined {
    const { messageType, channelID = '', key = '' } = message;
    switch (messageType) {
      case 'hello':
        return { messageType, status: 200, uaid: message.uaid || randomUUID(), use_webpush: true, broadcasts: {} };
      case 'register':
        channels.set(channelID, key);
        return { messageType, status: 200, channelID, pushEndpoint: `${url}/send/${channelID}` };
      case 'unregister':
        channels.delete(channelID);
        return { messageType, status: 200, channelID };
      case 'ack':
        reports.push(...(message.updates ?? []).map(({ code = 0 }) => code));
    }
    return undefined;
  }

  async function receive(request: IncomingMessage): Promise<number> {
    const body = await buffer(request);
    const channelID = request.url?.replace('/send/', '') ?? '';
    const key = channels.get(channelID);
    const { headers } = request;
    const status = key === undefined ? 410 : statusOf(headers, { key, url });
    requests.push({ headers, body, status });
    if (status === 201)
      browser?.send(
        JSON.stringify({
          ...{ messageType: 'notification', channelID, version: randomUUID(), ttl: Number(headers.ttl) },
          data: body.toString('base64url'),
          headers: { encoding: headers['content-encoding'] },
        }),
      );
    return status;
  }

  const server = createServer((request, response) => {
    void receive(request).then((status) => response.writeHead(status).end());
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    browser = socket;
    socket.on('message', (text) => {
      const reply = answer(JSON.parse(text.toString()) as FromBrowser);
      if (reply) socket.send(JSON.stringify(reply));
    });
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(Number(port), '127.0.0.1', done));
  return {
    requests,
    reports,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** As push services judge a request: 201, or the status of what is wrong. */
function statusOf(headers: IncomingMessage['headers'], { key, url }: { key: string; url: string }): number {
  if (!/^\d+$/.test(String(headers.ttl)) || headers['content-encoding'] !== 'aes128gcm') return 400;
  const [, token = '', sender = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (sender !== key.replace(/=+$/, '')) return 403;
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(sender, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: base64Url(point.subarray(1, 33)), y: base64Url(point.subarray(33)) };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number };
  return isSigned && aud === url && exp * 1_000 > Date.now() ? 201 : 403;
}

const base64Url = (bytes: Buffer) => bytes.toString('base64url');
