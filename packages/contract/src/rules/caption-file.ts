import { captionLimits } from './captions.ts';

/** One caption: plain text in one or more lines. */
export interface Cue {
  startMs: number;
  endMs: number;
  text: string;
}

/** Why a file of captions cannot be used. */
export type CaptionRefusal =
  | 'too-large'
  | 'not-utf8'
  | 'unknown-format'
  | 'no-time'
  | 'bad-time'
  | 'time-order'
  | 'too-long'
  | 'too-many'
  | 'too-many-at-once'
  | 'empty';

export class CaptionsRefused extends Error {
  readonly kind: CaptionRefusal;
  /** Of the file, counted from 1; null when it is not about one line. */
  readonly line: number | null;
  constructor(kind: CaptionRefusal, line: number | null = null) {
    super(`captions refused: ${kind}`);
    this.kind = kind;
    this.line = line;
  }
}

interface Block {
  /** Of its first line. */
  line: number;
  lines: string[];
}
interface NumberedCue extends Cue {
  line: number;
}

/**
 * Reads a WebVTT or SRT file in UTF-8: times and plain text only. Markup, styles, regions, notes and settings are left
 * out. Captions are ordered by their start. Throws `CaptionsRefused`.
 */
export function readCaptions(bytes: Uint8Array): Cue[] {
  const lines = decode(bytes).split(/\r\n|\r|\n/);
  const isWebVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '');
  const blocks = blocksOf(lines, isWebVtt ? endOfHeader(lines) : 0);
  if (!isWebVtt && !looksLikeSrt(blocks[0])) throw new CaptionsRefused('unknown-format');
  const cues: NumberedCue[] = [];
  for (const block of blocks) {
    if (isWebVtt && /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block.lines[0] ?? '')) continue;
    const cue = readCue(block, isWebVtt);
    if (cue) cues.push(cue);
    if (cues.length > captionLimits.cues) throw new CaptionsRefused('too-many');
  }
  if (cues.length === 0) throw new CaptionsRefused('empty');
  cues.sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
  requireFewAtOnce(cues);
  return cues.map(({ startMs, endMs, text }) => ({ startMs, endMs, text }));
}

/** The captions within the first milliseconds of a recording; one that is shown past the end ends with it. */
export const fitCaptions = (cues: readonly Cue[], durationMs: number): Cue[] =>
  cues.filter(({ startMs }) => startMs < durationMs).map((cue) => ({ ...cue, endMs: Math.min(cue.endMs, durationMs) }));

/** WebVTT that `readCaptions` reads as the same captions. */
export const writeCaptions = (cues: readonly Cue[]): string =>
  `WEBVTT\n${cues
    .map(({ startMs, endMs, text }) => `\n${timeText(startMs)} --> ${timeText(endMs)}\n${withoutMarkup(text)}\n`)
    .join('')}`;

function decode(bytes: Uint8Array): string {
  if (bytes.length > captionLimits.bytes) throw new CaptionsRefused('too-large');
  let text: string;
  try {
    // A mark of the byte order at the start is left out.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CaptionsRefused('not-utf8');
  }
  // Plain UTF-16 is valid UTF-8 with a zero beside each letter.
  if (text.includes('\0')) throw new CaptionsRefused('not-utf8');
  return text;
}

/** Index of the line after the header. */
function endOfHeader(lines: readonly string[]): number {
  const end = lines.findIndex((line, index) => index > 0 && (line.trim() === '' || line.includes('-->')));
  return end === -1 ? lines.length : end;
}

/** Lines between empty ones. */
function blocksOf(lines: readonly string[], from: number): Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '') block = null;
    else if (block) block.lines.push(line);
    else {
      block = { line: index + 1, lines: [line] };
      blocks.push(block);
    }
  }
  return blocks;
}

const looksLikeSrt = (block: Block | undefined): boolean =>
  block !== undefined && /^\d{1,9}$/.test((block.lines[0] ?? '').trim()) && (block.lines[1] ?? '').includes('-->');

/** Undefined for one without visible text. */
function readCue({ line, lines }: Block, isWebVtt: boolean): NumberedCue | undefined {
  const at = lines.findIndex((each) => each.includes('-->'));
  if (at === -1 || at > 1) throw new CaptionsRefused('no-time', line);
  const [startMs, endMs] = readTimes(lines[at] ?? '', line + at);
  const textLines = lines.slice(at + 1);
  const second = textLines.findIndex((each) => each.includes('-->'));
  if (second !== -1) throw new CaptionsRefused('bad-time', line + at + 1 + second);
  const text = plainText(textLines.join('\n'), isWebVtt);
  if (text === '') return undefined;
  if (text.length > captionLimits.signs || text.split('\n').length > captionLimits.lines)
    throw new CaptionsRefused('too-long', line + at + 1);
  return { startMs, endMs, text, line: line + at };
}

const time = '(?:(\\d{1,3}):)?([0-5]\\d):([0-5]\\d)[.,](\\d{3})';
/** What follows the times is where and how the caption is drawn. */
const timesFormat = new RegExp(`^[ \\t]*${time}[ \\t]*-->[ \\t]*${time}(?:[ \\t].*)?$`);

function readTimes(text: string, line: number): [startMs: number, endMs: number] {
  const found = timesFormat.exec(text);
  if (!found) throw new CaptionsRefused('bad-time', line);
  const msOf = ([hours = '0', minutes, seconds, ms]: (string | undefined)[]) =>
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);
  const [startMs, endMs] = [msOf(found.slice(1, 5)), msOf(found.slice(5, 9))];
  if (endMs <= startMs) throw new CaptionsRefused('time-order', line);
  return [startMs, endMs];
}

const tags = /<\/?[a-z][^<>\n]*>|<[\d:.]+>/gi;
/** Tags of subtitle editors that write SRT: `{\an8}`. */
const editorTags = /\{\\[^{}\n]*\}/g;
const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Control characters, marks that turn the direction of text around, and line ends that are no new line. */
const unwanted = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;

function plainText(text: string, isWebVtt: boolean): string {
  const bare = (isWebVtt ? text : text.replace(editorTags, '')).replace(tags, '');
  return bare
    .split('\n')
    .map((line) =>
      line
        .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_all, name: string) => references[name] ?? '')
        .replace(/\t/g, ' ')
        .replace(unwanted, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .join('\n');
}

const withoutMarkup = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function timeText(ms: number): string {
  const pad = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}

/** `cues` are ordered by their start. */
function requireFewAtOnce(cues: readonly NumberedCue[]): void {
  let shown: NumberedCue[] = [];
  for (const cue of cues) {
    shown = shown.filter(({ endMs }) => endMs > cue.startMs);
    shown.push(cue);
    if (shown.length > captionLimits.atOnce) throw new CaptionsRefused('too-many-at-once', cue.line);
  }
}
