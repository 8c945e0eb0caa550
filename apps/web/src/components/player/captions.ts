import type { Cue } from '@vlam/contract/rules/caption-file';
import { type CaptionLanguage, captionLanguages } from '@vlam/contract/rules/captions';
import { readLocal, writeLocal } from '../../lib/device.ts';

/** Texts that are shown at a moment (in milliseconds), earliest first. `cues` are ordered by their start. */
export const linesAt = (cues: readonly Cue[], atMs: number): string[] =>
  cues.filter(({ startMs, endMs }) => startMs <= atMs && atMs < endMs).map(({ text }) => text);

/** The next moment after `atMs` at which other texts are shown; null after the last. */
export function nextChange(cues: readonly Cue[], atMs: number): number | null {
  const later = cues.flatMap(({ startMs, endMs }) => [startMs, endMs]).filter((ms) => ms > atMs);
  return later.length === 0 ? null : Math.min(...later);
}

/** What the member chose on this device: whether captions are shown, and in which language. */
export interface CaptionChoice {
  isOn: boolean;
  language: CaptionLanguage | null;
}

const storageKey = 'captions';
const isLanguage = (value: string): value is CaptionLanguage => captionLanguages.some((each) => each === value);

/** Off until the member chose otherwise here. */
export function readCaptionChoice(): CaptionChoice {
  const [state, language = ''] = (readLocal(storageKey) ?? '').split(' ');
  return { isOn: state === 'on', language: isLanguage(language) ? language : null };
}

export const writeCaptionChoice = ({ isOn, language }: CaptionChoice): void =>
  writeLocal(storageKey, `${isOn ? 'on' : 'off'} ${language ?? ''}`.trim());

/** The language to show: the chosen one, else that of the app, else English, else the first. */
export function languageFor(
  offered: readonly CaptionLanguage[],
  chosen: CaptionLanguage | null,
  appLanguage: string,
): CaptionLanguage | null {
  const wanted = [chosen, appLanguage, 'en'];
  return (
    offered.find((each) => each === wanted.find((want) => offered.some((one) => one === want))) ?? offered[0] ?? null
  );
}
