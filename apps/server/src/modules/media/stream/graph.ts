import * as av from 'node-av';
import { microsecond, succeeded } from './decoder.ts';

export interface FilterChain {
  /** Puts in a frame, null at the end; `take` is called with what comes out of each named output. */
  push(frame: av.Frame | null, take: (output: string, frame: av.Frame) => Promise<void>): Promise<void>;
  free(): void;
}

/** A filter graph for frames like this one: `[in]` is the source, and each of `outputs` the name of a sink. */
export function createFilterChain(like: av.Frame, filters: string, outputs: readonly string[]): FilterChain {
  const graph = new av.FilterGraph();
  graph.alloc();
  const sinks = outputs.map((name) => `[${name}]${like.isVideo() ? 'buffersink' : 'abuffersink'}@${name}`);
  succeeded(graph.parse2([`${sourceOf(like)}[in]`, filters, ...sinks].join(';')), 'filters');
  succeeded(graph.configSync(), 'filters');
  const find = (kind: string, name: string): av.FilterContext => {
    const found = graph.getFilter(`${like.isVideo() ? '' : 'a'}${kind}@${name}`);
    if (!found) throw new Error(`no filter ${name}`);
    return found;
  };
  const source = find('buffer', 'in');
  const ends = outputs.map((name) => ({ name, sink: find('buffersink', name) }));
  const filtered = new av.Frame();
  filtered.alloc();
  return {
    async push(frame, take) {
      succeeded(source.buffersrcAddFrameSync(frame, av.AV_BUFFERSRC_FLAG_KEEP_REF), 'filter');
      for (const { name, sink } of ends)
        while (succeeded(sink.buffersinkGetFrameSync(filtered), 'filter')) {
          await take(name, filtered);
          filtered.unref();
        }
    },
    free() {
      filtered.free();
      graph.free();
    },
  };
}

function sourceOf(frame: av.Frame): string {
  const base = `time_base=${microsecond.num}/${microsecond.den}`;
  if (frame.isVideo())
    return `buffer@in=video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:${base}:pixel_aspect=1/1`;
  const format = av.avGetSampleFmtName(frame.format as av.AVSampleFormat);
  const { mask } = frame.channelLayout;
  const layout = mask ? `channel_layout=0x${mask.toString(16)}` : `channels=${frame.channels}`;
  return `abuffer@in=sample_rate=${frame.sampleRate}:sample_fmt=${format}:${layout}:${base}`;
}
