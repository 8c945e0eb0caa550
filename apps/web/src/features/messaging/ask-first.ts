import { findWarnings } from '@vlam/contract/rules/message-warnings';
import type { extraMessageCredits } from '@vlam/contract/rules/messaging';
import type { ChatSheet } from './components/chat-sheet.ts';

interface Question {
  content: string;
  /** True when the day's free messages are used up. */
  isPastQuota: boolean;
  show(sheet: ChatSheet): void;
  send(payCredits?: typeof extraMessageCredits): void;
}

/** Shows the confirmations a message needs, warnings first and then the cost, and sends it once all are accepted. */
export function askFirst({ content, isPastQuota, show, send }: Question): void {
  const pay = () => {
    if (isPastQuota) show({ kind: 'cost', onAgree: send });
    else send();
  };
  const warnings = findWarnings(content);
  if (warnings.length > 0) show({ kind: 'care', warnings, onAgree: pay });
  else pay();
}
