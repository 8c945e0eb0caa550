import { beforeEach, expect, it, vi } from 'vitest';
import { createCapture } from './capture.ts';

const tracks: { kind: string; stop: ReturnType<typeof vi.fn> }[] = [];
let refusal: Error | null;
let answer: Promise<void>;

class FakeRecorder {
  static isTypeSupported = (type: string) => /^(video|audio)\/webm/.test(type);
  state = 'inactive';
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onstop: (() => void) | null = null;
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.ondataavailable?.({ data: new Blob(['moving light']) });
    this.onstop?.();
  }
}

beforeEach(() => {
  tracks.length = 0;
  refusal = null;
  answer = Promise.resolve();
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      async getUserMedia({ audio, video }: { audio: boolean; video: unknown }) {
        await answer;
        if (refusal) throw refusal;
        const mine = [...(video ? ['video'] : []), ...(audio ? ['audio'] : [])].map((kind) => ({
          kind,
          stop: vi.fn(),
        }));
        tracks.push(...mine);
        return { getTracks: () => mine };
      },
      enumerateDevices: async () => [{ kind: 'videoinput' }, { kind: 'videoinput' }, { kind: 'audioinput' }],
    },
  });
});
const areStopped = () => tracks.every(({ stop }) => stop.mock.calls.length > 0);

it('records a clip with sound, shows it, and stops camera and microphone', async () => {
  const capture = createCapture('video');
  await capture.open();
  expect(tracks.map(({ kind }) => kind)).toEqual(['video', 'audio']);
  expect(capture.get().cameras).toBe(2);
  capture.record();
  expect(capture.get().recordingSince).not.toBeNull();
  expect(areStopped()).toBe(false);
  capture.stopRecording();
  expect(capture.get()).toMatchObject({ stream: null, recordingSince: null });
  expect(capture.get().taken?.file).toMatchObject({ name: 'recording.webm', type: 'video/webm', size: 12 });
  expect(areStopped()).toBe(true);
});

it('records sound with the microphone alone', async () => {
  const capture = createCapture('audio');
  await capture.open();
  expect(tracks.map(({ kind }) => kind)).toEqual(['audio']);
  expect(FakeRecorder.isTypeSupported('audio/webm;codecs=opus')).toBe(true);
  capture.record();
  capture.stopRecording();
  expect(capture.get().taken?.file).toMatchObject({ name: 'recording.webm', type: 'audio/webm' });
  expect(areStopped()).toBe(true);
});

it('stops every track when it is closed, also during a recording and before the camera answered', async () => {
  const recording = createCapture('video');
  await recording.open();
  recording.record();
  recording.close();
  expect(areStopped()).toBe(true);
  expect(recording.get().taken).toBeNull();
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = promise;
  const early = createCapture('image');
  const opening = early.open();
  early.close();
  resolve();
  await opening;
  expect(tracks).toHaveLength(3);
  expect(areStopped()).toBe(true);
  expect(early.get().stream).toBeNull();
});

it('says why the camera did not open', async () => {
  const capture = createCapture('image');
  for (const [name, problem] of [
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
  ] as const) {
    refusal = new DOMException('no', name);
    await capture.open();
    expect(capture.get()).toMatchObject({ problem, stream: null });
  }
});
