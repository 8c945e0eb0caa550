import { lazyPart } from '../../../lib/styles.ts';
import type { Conversation, MessageView, WrittenMessage } from '../types.ts';
import type { ChatSheet } from './chat-sheet.ts';
import { Part } from './part.tsx';

const Block = lazyPart(() => import('../../../components/ui/block-sheet.tsx').then((module) => module.BlockSheet));
const Options = lazyPart(() => import('./options-sheet.tsx').then((module) => module.OptionsSheet));
const Unlock = lazyPart(() => import('./unlock-sheet.tsx').then((module) => module.UnlockSheet));
const View = lazyPart(() => import('./view-sheet.tsx').then((module) => module.ViewSheet));
const LinkSheet = lazyPart(() => import('./link-sheet.tsx').then((module) => module.LinkSheet));
const Price = lazyPart(() => import('./price-sheet.tsx').then((module) => module.PriceSheet));
const Care = lazyPart(() => import('./care-sheet.tsx').then((module) => module.CareSheet));
const Cost = lazyPart(() => import('./cost-sheet.tsx').then((module) => module.CostSheet));
const Tip = lazyPart(() => import('./tip-sheet.tsx').then((module) => module.ChatTipSheet));
const Expiry = lazyPart(() => import('./expiry-sheet.tsx').then((module) => module.ExpirySheet));
const Report = lazyPart(() => import('./report-sheet.tsx').then((module) => module.ReportChatSheet));
const Delete = lazyPart(() => import('./delete-sheet.tsx').then((module) => module.DeleteSheet));
const Replies = lazyPart(() => import('./saved-replies-sheet.tsx').then((module) => module.SavedRepliesSheet));

interface ChatSheetsProps {
  sheet: ChatSheet;
  conversation: Conversation;
  messages: readonly MessageView[];
  isPastQuota: boolean;
  onClose(): void;
  onOpen(sheet: ChatSheet): void;
  onReply(message: MessageView): void;
  onHide(id: string, on: boolean): void;
  onSend(message: WrittenMessage): void;
  /** The thread is not to be seen any more. */
  onGone(): void;
}

/** The sheet that is open over a thread. */
export function ChatSheets({ sheet, conversation, messages, isPastQuota, onClose, ...on }: ChatSheetsProps) {
  return (
    <Part onFailure={onClose}>
      {sheet.kind === 'options' ? (
        <Options
          message={sheet.message}
          conversation={conversation}
          onClose={onClose}
          onReply={on.onReply}
          onHide={on.onHide}
          onReport={(message) => on.onOpen({ kind: 'report', message })}
        />
      ) : null}
      {sheet.kind === 'unlock' ? (
        <Unlock message={sheet.message} conversation={conversation} onClose={onClose} />
      ) : null}
      {sheet.kind === 'view' ? <View message={sheet.message} onClose={onClose} /> : null}
      {sheet.kind === 'link' ? <LinkSheet address={sheet.address} onClose={onClose} /> : null}
      {sheet.kind === 'price' ? (
        <Price
          profileId={conversation.profile.id}
          files={sheet.files}
          kind={sheet.media}
          name={conversation.profile.displayName}
          isPastQuota={isPastQuota}
          onClose={onClose}
          onSend={on.onSend}
        />
      ) : null}
      {sheet.kind === 'care' ? (
        <Care
          warnings={sheet.warnings}
          name={conversation.profile.displayName}
          onAgree={sheet.onAgree}
          onClose={onClose}
        />
      ) : null}
      {sheet.kind === 'cost' ? <Cost onAgree={sheet.onAgree} onClose={onClose} /> : null}
      {sheet.kind === 'replies' ? <Replies onPick={sheet.insert} onClose={onClose} /> : null}
      {sheet.kind === 'tip' ? <Tip conversation={conversation} onClose={onClose} /> : null}
      {sheet.kind === 'expiry' ? <Expiry conversation={conversation} onClose={onClose} /> : null}
      {sheet.kind === 'report' ? (
        <Report chosen={sheet.message} conversation={conversation} messages={messages} onClose={onClose} />
      ) : null}
      {sheet.kind === 'delete' ? <Delete conversation={conversation} onClose={onClose} onGone={on.onGone} /> : null}
      {sheet.kind === 'block' ? <Block person={conversation.profile} onClose={onClose} onBlocked={on.onGone} /> : null}
    </Part>
  );
}
