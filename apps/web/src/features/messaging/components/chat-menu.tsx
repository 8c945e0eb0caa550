import { useLingui } from '@lingui/react/macro';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { Popover } from '../../../components/ui/popover.tsx';
import { importWithRetry } from '../../../lib/import-retry.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { Part } from '../row-parts/part.tsx';
import type { ChatMenuProps } from './chat-sheet.ts';

const Rows = lazyPart(() =>
  importWithRetry(() => import('./chat-menu-rows.tsx')).then((module) => module.ChatMenuRows),
);

/** Menu of actions on the whole thread. */
export function ChatMenu(props: ChatMenuProps) {
  const { t } = useLingui();
  const { displayName } = props.conversation.profile;
  return (
    <Popover
      label={t`More about ${displayName}`}
      trigger={<EllipsisVertical size={20} />}
      triggerClassName="press inline-flex size-11 shrink-0 items-center justify-center rounded-pill hover:bg-surface-2"
      className="w-72"
    >
      {(close) => (
        <Part onFailure={close} fallback={<div className="h-72" />}>
          <Rows {...props} close={close} />
        </Part>
      )}
    </Popover>
  );
}
