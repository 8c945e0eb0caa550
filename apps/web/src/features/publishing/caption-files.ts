import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { type CaptionRefusal, CaptionsRefused, readCaptions } from '@vlam/contract/rules/caption-file';
import { type CaptionLanguage, captionLimits } from '@vlam/contract/rules/captions';
import { type Answer, api, queryOf } from '../../lib/api.ts';

export type CaptionFile = Answer<'listCaptions'>[number];

const captionsQuery = (mediaId: string) => queryOf('listCaptions', { params: { id: mediaId } });

/** The captions of each file, in order; undefined while they load. */
export function useCaptionFiles(mediaIds: readonly string[]): (readonly CaptionFile[] | undefined)[] {
  return useQueries({ queries: mediaIds.map((id) => captionsQuery(id)) }).map(({ data }) => data);
}

/** Adds, replaces and removes captions of a file. A file that cannot be used is refused on this device. */
export function useCaptionChanges(mediaId: string) {
  const client = useQueryClient();
  const onSettled = () => void client.invalidateQueries({ queryKey: captionsQuery(mediaId).queryKey });
  const put = useMutation({
    mutationFn: async ({ file, language }: { file: File; language: CaptionLanguage }) => {
      if (file.size > captionLimits.bytes) throw new CaptionsRefused('too-large');
      const bytes = new Uint8Array(await file.arrayBuffer());
      readCaptions(bytes);
      return api.putCaptions({ params: { id: mediaId, language }, body: { file: toBase64(bytes) } });
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (language: CaptionLanguage) => api.removeCaptions({ params: { id: mediaId, language } }),
    onSettled,
  });
  return { put, remove };
}

/** In parts: a call takes some ten thousand arguments at most. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

const kilobytes = captionLimits.bytes / 1024;
const { signs, lines, cues, atOnce } = captionLimits;

/** Why a file was refused; where the reason is about one of its lines, that line is named before it. */
export const refusalMessages: Record<CaptionRefusal, MessageDescriptor> = {
  'too-large': msg`Captions can have up to ${kilobytes} KB.`,
  'not-utf8': msg`Save the file as UTF-8 and try once more.`,
  'unknown-format': msg`Choose a WebVTT (.vtt) or SRT (.srt) file.`,
  'no-time': msg`A caption has no time.`,
  'bad-time': msg`This time cannot be read.`,
  'time-order': msg`This caption ends before it begins.`,
  'too-long': msg`A caption can have ${signs} letters and ${lines} lines.`,
  'too-many': msg`A file can have up to ${cues} captions.`,
  'too-many-at-once': msg`More than ${atOnce} captions at the same time.`,
  empty: msg`There are no captions in this file.`,
};
