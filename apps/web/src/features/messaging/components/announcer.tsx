import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { MessageView } from '../types.ts';

interface AnnouncerProps {
  name: string;
  /** The latest of the other's. */
  newest: MessageView | undefined;
  isTyping: boolean;
}

/** Says to a screen reader what comes while the thread is open. */
export function Announcer({ name, newest, isTyping }: AnnouncerProps) {
  const { t } = useLingui();
  const seq = newest?.seq ?? 0;
  const [first] = useState(seq);
  const [last, setLast] = useState(seq);
  if (seq > last) setLast(seq);
  // When the latest disappears, the one before it is no news.
  const words = newest && seq > first && seq >= last ? newest.content || t`Sent you something` : '';
  return (
    <p aria-live="polite" className="sr-only">
      {/* A node of its own for each: a reader speaks of what is put in, and the same words may come twice. */}
      <span key={seq}>{words ? `${name}: ${words}` : isTyping ? t`${name} is typing` : ''}</span>
    </p>
  );
}
