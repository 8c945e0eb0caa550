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
  const [first] = useState(newest?.seq ?? 0);
  const words = newest && newest.seq > first ? newest.content || t`Sent you something` : '';
  return (
    <p aria-live="polite" className="sr-only">
      {words ? `${name}: ${words}` : isTyping ? t`${name} is typing` : ''}
    </p>
  );
}
