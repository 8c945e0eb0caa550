import { useQuery } from '@tanstack/react-query';
import { CaptionsRefused, type Cue, readCaptions } from '@vlam/contract/rules/caption-file';
import type { CaptionLanguage } from '@vlam/contract/rules/captions';
import { type RefObject, useEffect, useState } from 'react';
import { languageStore } from '../../lib/language.ts';
import type { StreamView } from './api.ts';
import { languageFor, readCaptionChoice, writeCaptionChoice } from './captions.ts';
import { followCaptions } from './follow-captions.ts';

export interface ShownCaptions {
  /** Languages there are; empty without captions. */
  languages: readonly CaptionLanguage[];
  /** The language that is shown; null while they are off. */
  language: CaptionLanguage | null;
  /** What is said now. */
  lines: readonly string[];
  /** They could not be loaded. */
  isBroken: boolean;
  /** Null switches them off. */
  choose(language: CaptionLanguage | null): void;
  toggle(): void;
}

async function load(address: string): Promise<Cue[]> {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`captions: ${response.status}`);
  try {
    return readCaptions(new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    // A free start in which nothing is said.
    if (error instanceof CaptionsRefused && error.kind === 'empty') return [];
    throw error;
  }
}

/** Captions of what plays in an element. The choice is kept on this device. */
export function useCaptions(
  element: RefObject<HTMLMediaElement | null>,
  { captions = [], freeSeconds }: Pick<StreamView, 'captions' | 'freeSeconds'>,
  /** Of what plays. */
  name: string,
): ShownCaptions {
  const [choice, setChoice] = useState(readCaptionChoice);
  const [lines, setLines] = useState<readonly string[]>([]);
  const languages = captions.map(({ language }) => language);
  const language = languageFor(languages, choice.language, languageStore.get());
  const shown = choice.isOn ? language : null;
  const address = captions.find((each) => each.language === shown)?.url;
  // The address is renewed while it plays, the captions behind it are the same.
  const { data: cues, isError } = useQuery({
    queryKey: ['captions', name, shown, freeSeconds === null],
    queryFn: () => load(address ?? ''),
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 1,
  });
  useEffect(() => {
    const media = element.current;
    if (!media || !cues || shown === null) return;
    return followCaptions(media, cues, setLines);
  }, [element, cues, shown]);
  const choose = (wanted: CaptionLanguage | null) => {
    const next = { isOn: wanted !== null, language: wanted ?? choice.language };
    setChoice(next);
    writeCaptionChoice(next);
  };
  return {
    languages,
    language: shown,
    lines: shown === null ? [] : lines,
    isBroken: shown !== null && isError,
    choose,
    toggle: () => choose(shown === null ? language : null),
  };
}
