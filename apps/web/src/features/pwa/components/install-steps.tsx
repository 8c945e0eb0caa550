import { Trans } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { install, installStore } from '../../../lib/install.ts';
import { useStore } from '../../../lib/store.ts';
import { HomeNameField } from './home-name-field.tsx';

/** Installation steps per device; a button where the browser offers a prompt. */
export function InstallSteps() {
  const { installable, installed } = useStore(installStore);
  return (
    <>
      {installed ? (
        <p role="status" className="mt-5 font-semibold">
          <Trans>Vlam is installed on this device.</Trans>
        </p>
      ) : null}
      <HomeNameField />
      {installable ? (
        <Button
          variant="primary"
          size="lg"
          className="mt-5 max-sm:w-full"
          icon={<Download size={18} />}
          onClick={() => void install()}
        >
          <Trans>Install Now</Trans>
        </Button>
      ) : null}
      <Steps title={<Trans>iOS Safari</Trans>}>
        <li>
          <Trans>Tap Share at the bottom of Safari</Trans>
        </li>
        <li>
          <Trans>Choose "Add to Home Screen"</Trans>
        </li>
        <li>
          <Trans>Tap "Add" at the top right</Trans>
        </li>
      </Steps>
      <Steps title={<Trans>Android Chrome</Trans>}>
        <li>
          <Trans>Open the menu with the three dots</Trans>
        </li>
        <li>
          <Trans>Choose "Install app" or "Add to Home screen"</Trans>
        </li>
        <li>
          <Trans>Confirm with "Install"</Trans>
        </li>
      </Steps>
      <Steps title={<Trans>Desktop</Trans>}>
        <li>
          <Trans>Look for the install icon at the right of the address bar</Trans>
        </li>
        <li>
          <Trans>Or open the browser's menu and choose "Install Vlam"</Trans>
        </li>
        <li>
          <Trans>Confirm with "Install"</Trans>
        </li>
      </Steps>
    </>
  );
}

function Steps({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Section title={title} className="mt-6! lg:mt-8!">
      <ol className="list-inside list-decimal space-y-1.5 text-muted marker:font-semibold marker:text-ink">
        {children}
      </ol>
    </Section>
  );
}
