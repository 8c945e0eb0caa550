import type { Conversation, MessageView, MessageWarning } from '../types.ts';

export type MenuChoice = 'search' | 'expiry' | 'report' | 'block' | 'delete';

export interface ChatMenuProps {
  conversation: Conversation;
  onChoose(choice: MenuChoice): void;
  onGift: (() => void) | undefined;
}

/** Sheets over a thread; each loads when first opened. */
export type ChatSheet =
  | { kind: 'options' | 'unlock' | 'view'; message: MessageView }
  | { kind: 'report'; message?: MessageView }
  | { kind: 'link'; address: string }
  | { kind: 'attach'; choose(media: 'photo' | 'video'): void; fromLibrary: boolean }
  | { kind: 'price'; files: readonly File[]; media: 'photo' | 'video' }
  | { kind: 'care'; warnings: readonly MessageWarning[]; onAgree(): void }
  | { kind: 'cost'; onAgree(payCredits: 2): void }
  | { kind: 'replies'; insert(text: string): void }
  | { kind: 'tip' | Exclude<MenuChoice, 'search' | 'report'> };
