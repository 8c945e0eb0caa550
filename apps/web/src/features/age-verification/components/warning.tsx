import { Trans } from '@lingui/react/macro';
import Archive from 'lucide-react/icons/archive';
import EyeOff from 'lucide-react/icons/eye-off';
import IdCard from 'lucide-react/icons/id-card';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../lib/router.tsx';
import { GateFoot } from './gate-page.tsx';

interface WarningProps {
  onContinue: () => void;
  onExit: (() => void) | undefined;
  exiting: boolean;
}

export function Warning({ onContinue, onExit, exiting }: WarningProps) {
  return (
    <>
      <div data-slot="toast-free">
        <h1 tabIndex={-1} className="d2 max-w-[12ch]">
          <Trans>Adults only past this point.</Trans>
        </h1>
        <p className="mt-3 max-w-[460px] text-muted">
          <Trans>
            South African law asks us to check your age before you go in. It takes a minute and happens once.
          </Trans>
        </p>
        <ul className="mt-3 pb-6 text-[0.9375rem] text-muted lg:pb-0 [&_svg]:mt-px [&_svg]:shrink-0 [&_svg]:text-faint">
          <li className="flex gap-3 py-[7px]">
            <IdCard size={20} />
            <Trans>Your SA ID number and one document</Trans>
          </li>
          <li className="flex gap-3 py-[7px]">
            <EyeOff size={20} />
            <Trans>Never shown to other members</Trans>
          </li>
          <li className="flex gap-3 py-[7px]">
            <Archive size={20} />
            <Link to="/my-data" className="underline">
              <Trans>Your data: save or delete it</Trans>
            </Link>
          </li>
        </ul>
      </div>
      <GateFoot>
        <Button variant="primary" size="lg" full onClick={onContinue}>
          <Trans>I am 18+ and wish to verify my age</Trans>
        </Button>
        <ExitButton onExit={onExit} exiting={exiting} />
      </GateFoot>
    </>
  );
}

/** Signs out and leaves; absent when there is no handler. */
export function ExitButton({ onExit, exiting }: Pick<WarningProps, 'onExit' | 'exiting'>) {
  if (!onExit) return null;
  return (
    <Button variant="ghost" size="lg" full onClick={onExit} busy={exiting} busyLabel={<Trans>Leaving</Trans>}>
      <Trans>Exit Platform</Trans>
    </Button>
  );
}
