import { warningsOf } from '@vlam/contract/rules/message-warnings';
import type { extraMessageCredits } from '@vlam/contract/rules/messaging';
import type { ChatSheet } from './components/chat-sheet.ts';

interface Question {
  content: string;
  /** The day's free messages are used. */
  isPastQuota: boolean;
  show(sheet: ChatSheet): void;
  send(payCredits?: typeof extraMessageCredits): void;
}

/** Asks what is to be asked before words go out, one after the other, and sends them once all of it is agreed to. */
export function askFirst({ content, isPastQuota, show, send }: Question): void {
  const pay = () => {
    if (isPastQuota) show({ kind: 'cost', onAgree: send });
    else send();
  };
  const warnings = warningsOf(content);
  if (warnings.length > 0) show({ kind: 'care', warnings, onAgree: pay });
  else pay();
}
