import { Trans } from '@lingui/react/macro';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';

/** An address in a message, before it is opened: where it leads, and what to mind there. */
export function LinkSheet({ address, onClose }: { address: string; onClose(): void }) {
  const host = URL.canParse(address) ? new URL(address).host : address;
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>This leaves Vlam</Trans>}
      intro={<Trans>We don't know what is there. Never sign in, pay or type a code on a page somebody sent you.</Trans>}
      actions={
        <>
          <Button variant="bone" onClick={onClose}>
            <Trans>Stay here</Trans>
          </Button>
          {URL.canParse(address) ? (
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer nofollow"
              onClick={onClose}
              className={buttonStyle({ variant: 'quiet' })}
            >
              <Trans>Open {host}</Trans>
            </a>
          ) : null}
        </>
      }
    >
      <p className="rounded-md bg-surface-2 px-4 py-3 text-sm [overflow-wrap:anywhere]">{address}</p>
    </Sheet>
  );
}
