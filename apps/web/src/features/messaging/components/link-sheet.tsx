import { Trans } from '@lingui/react/macro';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';

/** Confirms opening a link from a message: shows its host and a warning. */
export function LinkSheet({ address: url, onClose }: { address: string; onClose(): void }) {
  const host = URL.canParse(url) ? new URL(url).host : url;
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
          {URL.canParse(url) ? (
            <a
              href={url}
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
      <p className="rounded-md bg-surface-2 px-4 py-3 text-sm [overflow-wrap:anywhere]">{url}</p>
    </Sheet>
  );
}
