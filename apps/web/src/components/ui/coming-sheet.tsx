import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

/** Said plainly where a button's part is not there yet. */
export function ComingSheet({
  title,
  open,
  onClose,
  children,
}: {
  title: ReactNode;
  open: boolean;
  onClose(): void;
  children: ReactNode;
}) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <Button variant="bone" onClick={onClose}>
          <Trans>Good to know</Trans>
        </Button>
      }
    >
      <p className="text-muted">{children}</p>
    </Sheet>
  );
}
