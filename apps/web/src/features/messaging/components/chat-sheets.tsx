import { keepPicked, type OpenLibrary } from '../../../lib/helpers/picked-files.ts';
import { importWithRetry } from '../../../lib/import-retry.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { Part } from '../row-parts/part.tsx';
import type { Conversation, MessageView, WrittenMessage } from '../types.ts';
import type { ChatSheet } from './chat-sheet.ts';

/** Sheets that work offline. */
const load = {
  options: () => importWithRetry(() => import('./options-sheet.tsx')),
  link: () => importWithRetry(() => import('./link-sheet.tsx')),
  care: () => importWithRetry(() => import('./warning-sheet.tsx')),
  cost: () => importWithRetry(() => import('./cost-sheet.tsx')),
  menu: () => import('./chat-menu-rows.tsx'),
};
/** Preloads those sheets. */
export const loadSheets = () => Promise.all(Object.values(load).map((each) => each()));

const Block = lazyPart(() =>
  importWithRetry(() => import('../../../components/ui/block-sheet.tsx')).then((module) => module.BlockSheet),
);
const Options = lazyPart(() => load.options().then((module) => module.OptionsSheet));
const Unlock = lazyPart(() => importWithRetry(() => import('./unlock-sheet.tsx')).then((module) => module.UnlockSheet));
const View = lazyPart(() => importWithRetry(() => import('./view-sheet.tsx')).then((module) => module.ViewSheet));
const LinkSheet = lazyPart(() => load.link().then((module) => module.LinkSheet));
const Price = lazyPart(() => importWithRetry(() => import('./price-sheet.tsx')).then((module) => module.PriceSheet));
const Attach = lazyPart(() => importWithRetry(() => import('./attach-sheet.tsx')).then((module) => module.AttachSheet));
const Care = lazyPart(() => load.care().then((module) => module.WarningSheet));
const Cost = lazyPart(() => load.cost().then((module) => module.CostSheet));
const Tip = lazyPart(() => importWithRetry(() => import('./tip-sheet.tsx')).then((module) => module.ChatTipSheet));
const Expiry = lazyPart(() => importWithRetry(() => import('./expiry-sheet.tsx')).then((module) => module.ExpirySheet));
const Report = lazyPart(() =>
  importWithRetry(() => import('./report-sheet.tsx')).then((module) => module.ReportChatSheet),
);
const Delete = lazyPart(() => importWithRetry(() => import('./delete-sheet.tsx')).then((module) => module.DeleteSheet));
const Replies = lazyPart(() =>
  importWithRetry(() => import('./saved-replies-sheet.tsx')).then((module) => module.SavedRepliesSheet),
);

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
  /** Opens the creator's library. */
  onLibrary: OpenLibrary | undefined;
  /** Called when the thread must no longer be shown. */
  onRemoved(): void;
}

/** The open sheet of a thread. */
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
      {sheet.kind === 'view' ? (
        <View
          // The thread's current copy, because media URLs expire after minutes.
          message={messages.find(({ id }) => id === sheet.message.id) ?? sheet.message}
          profileId={conversation.profile.id}
          onClose={onClose}
        />
      ) : null}
      {sheet.kind === 'link' ? <LinkSheet address={sheet.address} onClose={onClose} /> : null}
      {sheet.kind === 'attach' ? (
        <Attach
          onChoose={sheet.choose}
          onCapture={(file, media) => on.onOpen({ kind: 'price', files: [file], media })}
          onLibrary={
            sheet.fromLibrary
              ? () =>
                  on.onLibrary?.((picked) => {
                    keepPicked(conversation.profile.id, picked);
                    on.onOpen({ kind: 'price', files: [], media: picked.media });
                  })
              : undefined
          }
          onClose={onClose}
        />
      ) : null}
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
      {sheet.kind === 'replies' ? <Replies onPick={sheet.insert} onSend={on.onSend} onClose={onClose} /> : null}
      {sheet.kind === 'tip' ? <Tip conversation={conversation} onClose={onClose} /> : null}
      {sheet.kind === 'expiry' ? <Expiry conversation={conversation} onClose={onClose} /> : null}
      {sheet.kind === 'report' ? (
        <Report chosen={sheet.message} conversation={conversation} messages={messages} onClose={onClose} />
      ) : null}
      {sheet.kind === 'delete' ? (
        <Delete conversation={conversation} onClose={onClose} onRemoved={on.onRemoved} />
      ) : null}
      {sheet.kind === 'block' ? (
        <Block person={conversation.profile} onClose={onClose} onBlocked={on.onRemoved} />
      ) : null}
    </Part>
  );
}
