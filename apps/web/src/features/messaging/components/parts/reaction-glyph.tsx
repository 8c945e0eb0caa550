import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactionEmoji } from '@vlam/contract/rules/messaging';
import Flame from 'lucide-react/icons/flame';
import Heart from 'lucide-react/icons/heart';
import Laugh from 'lucide-react/icons/laugh';
import PartyPopper from 'lucide-react/icons/party-popper';
import Rose from 'lucide-react/icons/rose';
import type { ComponentType } from 'react';

const stroke = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** A face with hearts for eyes. */
function Adore({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className="lucide" {...stroke}>
      <circle cx="12" cy="12" r="10" />
      <path d="M8 14.5a4.6 4.6 0 0 0 8 0" />
      <path d="M8.5 11 7 9.4a1 1 0 0 1 1.5-1.3A1 1 0 0 1 10 9.4ZM15.5 11 14 9.4a1 1 0 0 1 1.5-1.3A1 1 0 0 1 17 9.4Z" />
    </svg>
  );
}

/** A face with an open mouth. */
function Surprise({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className="lucide" {...stroke}>
      <circle cx="12" cy="12" r="10" />
      <circle cx="12" cy="15.5" r="2" />
      <path d="M9 9h.01M15 9h.01" />
    </svg>
  );
}

/** Icon and name of each reaction. */
const glyphs: Record<ReactionEmoji, { Icon: ComponentType<{ size: number }>; name: MessageDescriptor }> = {
  '❤️': { Icon: Heart, name: msg`Love` },
  '🔥': { Icon: Flame, name: msg`Fire` },
  '😍': { Icon: Adore, name: msg`Adore` },
  '😂': { Icon: Laugh, name: msg`Laughing` },
  '😮': { Icon: Surprise, name: msg`Surprise` },
  '👏': { Icon: PartyPopper, name: msg`Applause` },
  '🌹': { Icon: Rose, name: msg`Rose` },
};

/** The reactions under a message. */
export function ReactionGlyph({ emoji, by, size = 16 }: { emoji: ReactionEmoji; by?: string; size?: number }) {
  const { t, i18n } = useLingui();
  const { Icon, name } = glyphs[emoji];
  const label = i18n._(name);
  return (
    <span role="img" aria-label={by ? t`${label}, from ${by}` : label} className="text-ember-text">
      <Icon size={size} />
    </span>
  );
}
