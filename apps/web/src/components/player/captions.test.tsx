import type { CaptionLanguage } from '@vlam/contract/rules/captions';
import { act, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Rendered, render, settle } from '../../../test/render.tsx';
import { CaptionList } from './caption-list.tsx';
import { CaptionText } from './caption-text.tsx';
import { languageFor, linesAt, nextChange, readCaptionChoice, writeCaptionChoice } from './captions.ts';
import { followCaptions } from './follow-captions.ts';
import { useCaptions } from './use-captions.ts';
import { usePlayerKeys } from './use-player-keys.ts';

const cues = [
  { startMs: 1_000, endMs: 3_000, text: 'A' },
  { startMs: 2_000, endMs: 4_000, text: 'B' },
];

beforeEach(() => localStorage.clear());

describe('the texts of a moment', () => {
  it('are those whose time it is, until the next changes', () => {
    expect([0, 1_000, 2_500, 3_000, 4_000].map((at) => linesAt(cues, at).join())).toEqual(['', 'A', 'A,B', 'B', '']);
    expect([0, 1_000, 3_500, 4_000].map((at) => nextChange(cues, at))).toEqual([1_000, 2_000, 4_000, null]);
  });
});

describe('the language', () => {
  it('is the one chosen here, else that of the app, else English, else the first', () => {
    const offered: CaptionLanguage[] = ['af', 'en', 'zu'];
    expect(languageFor(offered, 'zu', 'af')).toBe('zu');
    expect(languageFor(offered, 'xh', 'af')).toBe('af');
    expect(languageFor(offered, null, 'xh')).toBe('en');
    expect(languageFor(['nso', 'zu'], null, 'xh')).toBe('nso');
    expect(languageFor([], 'zu', 'af')).toBeNull();
  });

  it('is kept on this device, and off by default', () => {
    expect(readCaptionChoice()).toEqual({ isOn: false, language: null });
    writeCaptionChoice({ isOn: true, language: 'zu' });
    expect(readCaptionChoice()).toEqual({ isOn: true, language: 'zu' });
    writeCaptionChoice({ isOn: false, language: 'zu' });
    expect(readCaptionChoice()).toEqual({ isOn: false, language: 'zu' });
    localStorage.setItem('captions', 'on xx');
    expect(readCaptionChoice()).toEqual({ isOn: true, language: null });
  });
});

it('are handed to the full screen of a phone, which shows the element alone', () => {
  vi.stubGlobal(
    'VTTCue',
    class {
      readonly text: string;
      constructor(_start: number, _end: number, text: string) {
        this.text = text;
      }
    },
  );
  const added: string[] = [];
  const track = { mode: 'disabled', addCue: ({ text }: { text: string }) => added.push(text) };
  const media = Object.assign(document.createElement('video'), { addTextTrack: vi.fn(() => track) });
  const stop = followCaptions(media, cues, () => undefined);
  expect(media.addTextTrack).not.toHaveBeenCalled();
  media.dispatchEvent(new Event('webkitbeginfullscreen'));
  expect([track.mode, added]).toEqual(['showing', ['A', 'B']]);
  media.dispatchEvent(new Event('webkitendfullscreen'));
  expect(track.mode).toBe('disabled');
  media.dispatchEvent(new Event('webkitbeginfullscreen'));
  stop();
  expect([track.mode, added.length]).toEqual(['disabled', 2]);
  vi.unstubAllGlobals();
});

describe('captions in the player', () => {
  let screen: Rendered;
  const files: Record<string, string> = {
    '/c/en.vtt?s=1': 'WEBVTT\n\n00:01.000 --> 00:03.000\nThe rain &lt;stopped&gt;\n',
    '/c/zu.vtt?s=1': 'WEBVTT\n\n00:01.000 --> 00:03.000\nImvula\n',
  };
  const fetched: string[] = [];
  beforeEach(() => {
    fetched.length = 0;
    globalThis.fetch = vi.fn(async (input) => {
      fetched.push(String(input));
      return new Response(files[String(input)] ?? null, { status: files[String(input)] ? 200 : 403 });
    }) as typeof fetch;
  });
  afterEach(() => screen.unmount());

  function Probe({ languages }: { languages: CaptionLanguage[] }) {
    const media = useRef<HTMLVideoElement>(null);
    const captions = useCaptions(
      media,
      { captions: languages.map((language) => ({ language, url: `/c/${language}.vtt?s=1` })), freeSeconds: null },
      'one',
    );
    usePlayerKeys(media, { toggleFullScreen: () => undefined, toggleCaptions: captions.toggle });
    return (
      <>
        <video ref={media} muted />
        <CaptionText lines={captions.lines} language={captions.language} />
        <CaptionList captions={captions} />
        <input name="typed" />
        {captions.isBroken ? 'broken' : ''}
      </>
    );
  }
  const press = (key: string, on: EventTarget = document.body) =>
    act(async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  async function seek(seconds: number) {
    const video = screen.container.querySelector('video') as HTMLVideoElement;
    await act(async () => {
      Object.defineProperty(video, 'currentTime', { value: seconds, configurable: true, writable: true });
      video.dispatchEvent(new Event('seeked'));
    });
  }
  const shown = () => screen.container.querySelector('[data-slot="captions"]');

  it('load when they are switched on, and follow the place that plays', async () => {
    screen = await render(<Probe languages={['en', 'zu']} />);
    expect(fetched).toEqual([]);
    await press('c');
    await settle();
    expect(fetched).toEqual(['/c/en.vtt?s=1']);
    await seek(1.5);
    expect(shown()?.textContent).toBe('The rain <stopped>');
    expect(shown()?.getAttribute('lang')).toBe('en');
    await seek(3);
    expect(shown()?.textContent).toBe('');
    const [, , zulu] = screen.container.querySelectorAll<HTMLInputElement>('input[type="radio"]');
    await act(async () => zulu?.click());
    await settle();
    await seek(2);
    expect([shown()?.textContent, shown()?.getAttribute('lang')]).toEqual(['Imvula', 'zu']);
    expect(readCaptionChoice()).toEqual({ isOn: true, language: 'zu' });
    await press('c', screen.field('typed'));
    expect(shown()?.textContent).toBe('Imvula');
    await press('c');
    expect(shown()?.textContent).toBe('');
    expect(readCaptionChoice()).toEqual({ isOn: false, language: 'zu' });
  });

  it('say when they cannot be loaded', async () => {
    writeCaptionChoice({ isOn: true, language: 'af' });
    screen = await render(<Probe languages={['af']} />);
    for (let tries = 0; tries < 200 && !screen.container.textContent?.includes('broken'); tries += 1) await settle();
    expect(screen.container.textContent).toContain('broken');
    expect(fetched.filter((path) => path.startsWith('/c/af'))).toHaveLength(2);
  });
});
