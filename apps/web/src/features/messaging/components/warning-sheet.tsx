import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MessageWarning } from '@vlam/contract/rules/message-warnings';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';

const warningTexts: Record<MessageWarning, MessageDescriptor> = {
  link: msg`A link leads away from where you are protected.`,
  contact: msg`A number or address can't be taken back once it is known.`,
  payment: msg`Payments outside Vlam can't be returned, and are against our rules.`,
  scam: msg`Your words read like a scam. Others will be warned of them.`,
};

interface CareSheetProps {
  warnings: readonly MessageWarning[];
  name: string;
  onAgree(): void;
  onClose(): void;
}

/** Asks for confirmation of a message that shares private data; it never blocks sending. */
export function WarningSheet({ warnings, name, onAgree, onClose }: CareSheetProps) {
  const { i18n } = useLingui();
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Before you send this</Trans>}
      intro={<Trans>Do you know {name} well enough?</Trans>}
      actions={
        <>
          <Button
            onClick={() => {
              onClose();
              onAgree();
            }}
          >
            <Trans>Send anyway</Trans>
          </Button>
          <Button variant="bone" onClick={onClose}>
            <Trans>Change it</Trans>
          </Button>
        </>
      }
    >
      <ul className="grid gap-2 text-muted">
        {warnings.map((warning) => (
          <li key={warning}>{i18n._(warningTexts[warning])}</li>
        ))}
      </ul>
    </Sheet>
  );
}
