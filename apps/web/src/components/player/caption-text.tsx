import type { CaptionLanguage } from '@vlam/contract/rules/captions';
import { clsx } from 'clsx';
import { captionLangOf } from '../../lib/caption-languages.ts';

interface CaptionTextProps {
  lines: readonly string[];
  language: CaptionLanguage | null;
  className?: string;
}

/** What is said now, on its own ground over the picture. */
export function CaptionText({ lines, language, className }: CaptionTextProps) {
  return (
    <div
      data-slot="captions"
      lang={language ? captionLangOf(language) : undefined}
      className={clsx('pointer-events-none absolute inset-x-4 flex flex-col items-center gap-1', className)}
    >
      {lines.map((text) => (
        <p
          key={text}
          className="max-w-[34ch] whitespace-pre-line rounded-[7px] bg-picture-lock px-2 py-0.5 text-center text-[clamp(1rem,1.9cqi,2rem)] text-on-picture leading-snug wrap-anywhere"
        >
          {text}
        </p>
      ))}
    </div>
  );
}
