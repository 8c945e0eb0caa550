import { Trans } from '@lingui/react/macro';
import { useBlock } from '../../lib/block.ts';
import { Sheet } from './sheet.tsx';
import { SheetFoot } from './sheet-foot.tsx';

export interface BlockSheetProps {
  person: { id: string; displayName: string };
  onClose(): void;
  /** Called after the block; the screen may have to close. */
  onBlocked?: (() => void) | undefined;
}

/** Confirms blocking a person and explains what it does. */
export function BlockSheet({ person, onClose, onBlocked }: BlockSheetProps) {
  const block = useBlock(() => {
    onClose();
    onBlocked?.();
  });
  const { displayName } = person;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={block.isPending}
      title={<Trans>Block {displayName}?</Trans>}
      intro={
        <Trans>
          You disappear from each other everywhere: lists, search, events and messages. They are not told, and you can
          undo it at any time.
        </Trans>
      }
      actions={
        <SheetFoot
          onCancel={onClose}
          action={<Trans>Block</Trans>}
          variant="danger"
          busy={block.isPending}
          busyLabel={<Trans>Blocking</Trans>}
          onConfirm={() => block.mutate(person)}
        />
      }
    />
  );
}
