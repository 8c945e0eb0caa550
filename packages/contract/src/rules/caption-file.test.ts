import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CaptionsRefused, type Cue, fitCaptions, readCaptions, writeCaptions } from './caption-file.ts';
import { captionLimits } from './captions.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readCaptions(bytesOf(text));
const cue = (time: string, text: string) => `${time}\n${text}\n\n`;
const vtt = (...cues: string[]) => `WEBVTT\n\n${cues.join('')}`;
const plain = '00:01.000 --> 00:02.500';

/** Kind and line of the refusal; the captions when it is none. */
function refusalOf(file: string | Uint8Array): unknown {
  try {
    return readCaptions(typeof file === 'string' ? bytesOf(file) : file);
  } catch (error) {
    if (!(error instanceof CaptionsRefused)) throw error;
    return error.line === null ? error.kind : [error.kind, error.line];
  }
}

describe('a file of captions', () => {
  it('is WebVTT, with hours or without, in any order, with names, notes and settings left out', () => {
    const file = [
      'WEBVTT - Rooftop',
      'Kind: captions',
      '',
      'NOTE made by hand',
      '00:00 is no time',
      '',
      'STYLE',
      '::cue { background: url(https://example.com/a) }',
      '',
      'REGION',
      'id:fred',
      '',
      '01:02:03.004 --> 01:02:04.000 align:start line:0',
      'Later',
      '',
      'one',
      '00:01.000 --> 00:02.500',
      '<v Zanele><i.loud>The rain stopped,</i>',
      'so we went up.<00:00:02.000>',
    ].join('\r\n');
    expect(read(file)).toEqual([
      { startMs: 1_000, endMs: 2_500, text: 'The rain stopped,\nso we went up.' },
      { startMs: 3_723_004, endMs: 3_724_000, text: 'Later' },
    ]);
  });

  it('is SRT, with the tags of its editors left out', () => {
    const file =
      '1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<font color="red">Sawubona</font>\n\n2\n0:00:03,000 --> 0:00:04,000 X1:40\nYebo\n';
    expect(read(`\ufeff${file}`)).toEqual([
      { startMs: 1_000, endMs: 2_500, text: 'Sawubona' },
      { startMs: 3_000, endMs: 4_000, text: 'Yebo' },
    ]);
  });

  it('keeps signs that are no markup, and writes them so that they never become any', () => {
    const text = 'I <3 you & 1 < 2 > 0 &lt;script&gt;';
    const [found] = read(vtt(cue(plain, text)));
    expect(found?.text).toBe('I <3 you & 1 < 2 > 0 <script>');
    expect(writeCaptions([found as Cue])).toContain('I &lt;3 you &amp; 1 &lt; 2 &gt; 0 &lt;script&gt;');
  });

  it('loses scripts, links and signs that hide or turn text', () => {
    const [found] = read(
      vtt(cue(plain, '<script>x</script><a href="https://example.com">\u202eabc\u200e\u0007\u2066</a>')),
    );
    expect(found?.text).toBe('xabc');
  });

  it.each([
    ['nothing', '', 'unknown-format'],
    ['something else', 'Hello there', 'unknown-format'],
    ['another word at the start', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nA', 'unknown-format'],
    ['no captions', 'WEBVTT\n\nNOTE nothing', 'empty'],
    ['only markup', vtt(cue(plain, '<b></b>')), 'empty'],
    ['a negative time', vtt(cue('-00:01.000 --> 00:02.000', 'A')), ['bad-time', 3]],
    ['a time with 61 seconds', vtt(cue(plain, 'A'), cue('00:61.000 --> 02:00.000', 'B')), ['bad-time', 6]],
    ['an end before the start', vtt(cue('00:02.000 --> 00:01.000', 'A')), ['time-order', 3]],
    ['an end at the start', vtt(cue('00:02.000 --> 00:02.000', 'A')), ['time-order', 3]],
    ['text without a time', vtt(cue(plain, 'A'), 'B\n\n'), ['no-time', 6]],
    ['two captions in one block', vtt(`${plain}\nA\n00:03.000 --> 00:04.000\nB`), ['bad-time', 5]],
    ['a long caption', vtt(cue(plain, 'a'.repeat(captionLimits.signs + 1))), ['too-long', 4]],
    ['many lines', vtt(cue(plain, 'a\n'.repeat(captionLimits.lines + 1).trim())), ['too-long', 4]],
    ['four at once', vtt(...Array.from({ length: 4 }, () => cue(plain, 'A'))), ['too-many-at-once', 12]],
    ['a zero', vtt(cue(plain, 'A\0B')), 'not-utf8'],
  ])('is refused with the reason: %s', (_what, file, refusal) => {
    expect(refusalOf(file)).toEqual(refusal);
  });

  it('is refused in UTF-16, in Latin-1, past its size and past its number', () => {
    const text = vtt(cue(plain, 'Môre'));
    const utf16 = new Uint8Array(new Uint16Array([0xfeff, ...Array.from(text, (sign) => sign.charCodeAt(0))]).buffer);
    expect(refusalOf(utf16)).toBe('not-utf8');
    expect(refusalOf(utf16.subarray(2))).toBe('not-utf8');
    expect(refusalOf(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))).toBe('not-utf8');
    expect(refusalOf(new Uint8Array(captionLimits.bytes + 1).fill(65))).toBe('too-large');
    const clockOf = (ms: number) => new Date(ms).toISOString().slice(11, 23);
    const crowded = Array.from({ length: captionLimits.cues + 1 }, (_each, n) =>
      cue(`${clockOf(n * 200)} --> ${clockOf(n * 200 + 199)}`, 'A'),
    );
    expect(refusalOf(vtt(...crowded.slice(1)))).toHaveLength(captionLimits.cues);
    expect(refusalOf(vtt(...crowded))).toBe('too-many');
  });

  it('reads half a megabyte of the worst lines in time that grows with their number', () => {
    for (const part of ['<', '<a ', '{\\', '&', '00:00.000 --> ', 'WEBVTT\n', '<<b>i>']) {
      const file = vtt(cue(plain, part.repeat(Math.floor((captionLimits.bytes - 40) / part.length))));
      const since = performance.now();
      refusalOf(file);
      expect([part, performance.now() - since < 5_000]).toEqual([part, true]);
    }
  });

  it('ends with its recording', () => {
    const cues = read(vtt(cue(plain, 'A'), cue('00:02.000 --> 00:09.000', 'B'), cue('00:08.000 --> 00:09.000', 'C')));
    expect(fitCaptions(cues, 4_000)).toEqual([
      { startMs: 1_000, endMs: 2_500, text: 'A' },
      { startMs: 2_000, endMs: 4_000, text: 'B' },
    ]);
    expect(fitCaptions(cues, 1_000)).toEqual([]);
  });
});

describe('any file at all', () => {
  const sign = fc.constantFrom(
    ...['<', '>', '/', '&', ';', 'lt', 'amp', '-->', '\n', '\n\n', ' ', '\t', '{\\an8}', '"', ':', '.', '0', 'é', '👋'],
    ...['<b>', '</b>', '<script>', '\u202e', '\u0000', '\u0085', '\u2028', '\ufeff', 'NOTE', 'STYLE'],
  );
  const words = fc.array(fc.oneof(sign, fc.string({ maxLength: 6 })), { maxLength: 12 }).map((parts) => parts.join(''));
  const clockOf = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  const anyCue = fc
    .tuple(fc.nat(4_000_000), fc.integer({ min: -1_000, max: 9_000 }), words, fc.boolean())
    .map(([from, more, text, isOneBlock]) => {
      const shown = isOneBlock ? text.replace(/-->|\n\s*/g, '') : text;
      return `${clockOf(from)} --> ${clockOf(Math.max(0, from + more))}\n${shown}\n\n`;
    });
  const file = fc
    .tuple(
      fc.constantFrom('WEBVTT\n\n', 'WEBVTT\n\n', '1\n', '\ufeffWEBVTT x\n', ''),
      fc.array(fc.oneof({ weight: 9, arbitrary: anyCue }, { weight: 1, arbitrary: words }), { maxLength: 8 }),
    )
    .map(([head, parts]) => head + parts.join(''));

  it('is refused, or becomes captions that are plain, in order, and the same when they are read again', () => {
    let accepted = 0;
    fc.assert(
      fc.property(file, (text) => {
        const cues = refusalOf(text);
        if (!Array.isArray(cues) || typeof cues[0] === 'string') return;
        accepted += 1;
        const written = writeCaptions(cues as Cue[]);
        expect(read(written)).toEqual(cues);
        expect(written.replace(/ --> |\n/g, '')).not.toMatch(/[<>\p{Cc}\u202a-\u202e]/u);
        const starts = (cues as Cue[]).map(({ startMs }) => startMs);
        expect(starts).toEqual(starts.toSorted((one, other) => one - other));
        for (const { startMs, endMs, text: shown } of cues as Cue[]) {
          expect(endMs).toBeGreaterThan(startMs);
          expect(shown).toBe(shown.trim());
          expect(shown).not.toBe('');
        }
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(300);
  });

  it('of bytes is refused or read, and never anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void refusalOf(bytes)),
      { numRuns: 1_000 },
    );
  });
});
