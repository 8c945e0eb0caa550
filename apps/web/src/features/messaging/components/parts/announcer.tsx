import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { MessageView } from '../../types.ts';

interface AnnouncerProps {
  name: string;
  /** Newest message of the other member. */
  newest: MessageView | undefined;
  isTyping: boolean;
}

/** Announces new messages and typing to screen readers while the thread is open. */
export function Announcer({ name, newest, isTyping }: AnnouncerProps) {
  const { t } = useLingui();
  const seq = newest?.seq ?? 0;
  const [first] = useState(seq);
  const [last, setLast] = useState(seq);
  if (seq > last) setLast(seq);
  // When the newest message disappears, the one before it is not new.
  const text = newest && seq > first && seq >= last ? newest.content || t`Sent you something` : '';
  return (
    <p aria-live="polite" className="sr-only">
      {/* One node per message: screen readers announce insertions, and two messages can have the same text. */}
      <span key={seq}>{text ? `${name}: ${text}` : isTyping ? t`${name} is typing` : ''}</span>
    </p>
  );
}
