import { Trans } from '@lingui/react/macro';
import { useBlock } from '../../lib/block.ts';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

export interface BlockSheetProps {
  person: { id: string; displayName: string };
  onClose(): void;
  /** The screen may have to leave what it shows. */
  onBlocked?: (() => void) | undefined;
}

/** Asks before somebody is blocked, and says what that means. */
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
        <>
          <Button onClick={onClose} disabled={block.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="danger"
            busy={block.isPending}
            busyLabel={<Trans>Blocking</Trans>}
            onClick={() => block.mutate(person)}
          >
            <Trans>Block</Trans>
          </Button>
        </>
      }
    />
  );
}
