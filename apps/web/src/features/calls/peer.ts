import type { CallSignal } from '@vlam/contract/calls';

export interface PeerOptions {
  /** The callee is polite: it yields when both offer at once, and waits for the first offer. */
  polite: boolean;
  /** Called before each connection and ICE restart, because relay credentials expire. */
  configuration(): Promise<RTCConfiguration>;
  /** Tracks to send; null where a camera or microphone is off or missing. */
  tracks(): { audio: MediaStreamTrack | null; video: MediaStreamTrack | null };
  /** Sends a signal to the other member; rejects when the call is over. Calls do not overlap. */
  sendSignal(signal: CallSignal): Promise<void>;
  onStream(stream: MediaStream): void;
  onState(state: RTCPeerConnectionState): void;
}

export interface Peer {
  start(): void;
  receive(signal: CallSignal): void;
  /** Replaces the tracks being sent, without renegotiation. */
  refreshTracks(): Promise<void>;
  /** Restarts ICE after a change of network, without a new connection. */
  restart(): void;
  /** Stops or resumes video in both directions; audio continues. */
  setVideo(on: boolean): void;
  connection(): RTCPeerConnection | null;
  close(): void;
}

/** ICE candidates within this time are sent as one signal, in milliseconds. */
const candidateBatchMs = 250;
/** Interval for repeating the hello while the other tab has not answered, in milliseconds. */
const helloIntervalMs = 2_000;
/** Maximum bitrate of the own video, in bits per second. */
const maxBitrate = 600_000;

/** One connection to the other member, by perfect negotiation; signals are handled one at a time. */
export function createPeer(options: PeerOptions): Peer {
  const { polite, tracks, sendSignal } = options;
  const own = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  const replacedTabs = new Set<string>();
  let other: string | null = null;
  let pc: RTCPeerConnection | null = null;
  let closed = false;
  let video = true;
  let making = false;
  let ignoring = false;
  let early: RTCIceCandidateInit[] = [];
  let pendingCandidates: RTCIceCandidate[] = [];
  let batchTimer: ReturnType<typeof setTimeout> | undefined;
  let helloTimer: ReturnType<typeof setInterval> | undefined;
  // Candidates would overtake descriptions if sending or receiving did not keep the order.
  let incoming: Promise<unknown> = Promise.resolve();
  let outgoing: Promise<unknown> = Promise.resolve();

  function send(signal: Omit<CallSignal, 'from'>): void {
    const to = pc;
    outgoing = outgoing
      .then(async () => {
        // Ignore what belongs to an abandoned connection.
        if (!closed && (to === pc || signal.hello)) await sendSignal({ from: own, ...signal });
      })
      .catch(() => undefined);
  }

  function flush(): void {
    clearTimeout(batchTimer);
    batchTimer = undefined;
    const candidates = pendingCandidates.splice(0, 40).map((candidate) => {
      const { candidate: text = '', sdpMid, sdpMLineIndex, usernameFragment } = candidate.toJSON();
      return {
        candidate: text,
        sdpMid: sdpMid ?? null,
        sdpMLineIndex: sdpMLineIndex ?? null,
        usernameFragment: usernameFragment ?? null,
      };
    });
    if (candidates.length > 0) send({ candidates });
  }

  const describe = (connection: RTCPeerConnection) => {
    const { localDescription } = connection;
    if (localDescription?.type === 'offer' || localDescription?.type === 'answer')
      send({ description: { type: localDescription.type, sdp: localDescription.sdp } });
  };

  const directionOf = (kind: string): RTCRtpTransceiverDirection =>
    kind === 'audio' || video ? 'sendrecv' : 'inactive';

  async function attach(connection: RTCPeerConnection): Promise<void> {
    const now = tracks();
    for (const transceiver of connection.getTransceivers()) {
      const kind = transceiver.receiver.track.kind;
      if (transceiver.direction !== directionOf(kind)) transceiver.direction = directionOf(kind);
      await transceiver.sender.replaceTrack(kind === 'audio' ? now.audio : now.video);
    }
  }

  async function limit(connection: RTCPeerConnection): Promise<void> {
    for (const { sender, receiver } of connection.getTransceivers()) {
      if (receiver.track.kind !== 'video') continue;
      const parameters = sender.getParameters();
      for (const encoding of parameters.encodings) encoding.maxBitrate = maxBitrate;
      await sender.setParameters(parameters).catch(() => undefined);
    }
  }

  async function open(): Promise<RTCPeerConnection | null> {
    pc?.close();
    const configuration = await options.configuration();
    if (closed) return null;
    const connection = new RTCPeerConnection(configuration);
    const stream = new MediaStream();
    pc = connection;
    making = false;
    ignoring = false;
    early = [];
    pendingCandidates = [];
    connection.onicecandidate = ({ candidate }) => {
      if (connection !== pc) return;
      if (candidate?.candidate) pendingCandidates.push(candidate);
      if (!candidate) flush();
      else batchTimer ??= setTimeout(flush, candidateBatchMs);
    };
    connection.ontrack = ({ track }) => {
      for (const before of stream.getTracks()) if (before.kind === track.kind) stream.removeTrack(before);
      stream.addTrack(track);
      options.onStream(stream);
    };
    connection.onconnectionstatechange = () => {
      if (connection !== pc) return;
      if (connection.connectionState === 'connected') void limit(connection);
      if (connection.connectionState === 'failed') restart();
      options.onState(connection.connectionState);
    };
    connection.onnegotiationneeded = () => {
      if (connection !== pc || (polite && !connection.currentRemoteDescription)) return;
      void offer(connection);
    };
    if (!polite) {
      const now = tracks();
      connection.addTransceiver(now.audio ?? 'audio', { direction: directionOf('audio') });
      connection.addTransceiver(now.video ?? 'video', { direction: directionOf('video') });
    }
    return connection;
  }

  async function offer(connection: RTCPeerConnection): Promise<void> {
    try {
      making = true;
      await connection.setLocalDescription();
      describe(connection);
    } catch {
      // It was closed, or the other side's offer is being answered.
    } finally {
      making = false;
    }
  }

  async function applyDescription(connection: RTCPeerConnection, description: NonNullable<CallSignal['description']>) {
    const collides = description.type === 'offer' && (making || connection.signalingState !== 'stable');
    ignoring = !polite && collides;
    if (ignoring) return;
    await connection.setRemoteDescription(description);
    for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate).catch(() => undefined);
    if (description.type === 'answer') return;
    await attach(connection);
    await connection.setLocalDescription();
    describe(connection);
  }

  async function handle(signal: CallSignal): Promise<void> {
    if (closed || replacedTabs.has(signal.from)) return;
    if (signal.from !== other) {
      if (other) replacedTabs.add(other);
      other = signal.from;
      clearInterval(helloTimer);
      await open();
    }
    if (signal.hello === 'ask') send({ hello: 'answer' });
    if (!pc) return;
    if (signal.description) await applyDescription(pc, signal.description);
    for (const candidate of signal.candidates ?? []) {
      const init = candidate as RTCIceCandidateInit;
      if (!pc.remoteDescription) early.push(init);
      else if (!ignoring) await pc.addIceCandidate(init).catch(() => undefined);
    }
  }

  function restart(): void {
    const connection = pc;
    if (!connection || connection.signalingState === 'closed') return;
    const stands = () => connection === pc && !closed && connection.signalingState !== 'closed';
    void options
      .configuration()
      .then((configuration) => {
        if (stands()) connection.setConfiguration(configuration);
      })
      // The request may fail on a network that has just returned; the last credentials are valid for ten minutes.
      .catch(() => undefined)
      .then(() => {
        if (stands()) connection.restartIce();
      });
  }

  return {
    start() {
      send({ hello: 'ask' });
      helloTimer = setInterval(() => send({ hello: 'ask' }), helloIntervalMs);
    },
    receive(signal) {
      incoming = incoming.then(() => handle(signal)).catch(() => undefined);
    },
    async refreshTracks() {
      if (pc?.signalingState !== 'closed' && pc) await attach(pc);
    },
    restart,
    setVideo(on) {
      video = on;
      if (pc && pc.signalingState !== 'closed') void attach(pc);
    },
    connection: () => pc,
    close() {
      closed = true;
      clearInterval(helloTimer);
      clearTimeout(batchTimer);
      pc?.close();
    },
  };
}
