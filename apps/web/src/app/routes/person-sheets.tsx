import type { ProfileView } from '@vlam/contract/profiles';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { SafetySheets } from '../../components/ui/safety-sheets.tsx';
import { TipSheet } from '../../features/social/components/tip-sheet.tsx';
import { go } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { PlanSheet } from '../plan-sheet.tsx';
import { LazySheet } from '../shell/lazy-boundary.tsx';
import { PersonMore } from './person-more.tsx';
import type { PersonSheet } from './person-sheet.ts';

// The squares of a QR code are drawn in the browser.
const ShareSheet = lazyPart(() =>
  import('../../features/profiles/components/share-sheet.tsx').then((module) => module.ShareSheet),
);

const GiveSheet = lazyPart(() =>
  import('../../features/payments/components/give-sheet.tsx').then((module) => module.GiveSheet),
);

interface PersonSheetsProps {
  person: ProfileView;
  open: PersonSheet | null;
  onOpen(sheet: PersonSheet | null): void;
}

/** Sheets of a person's screen, one at a time. */
export function PersonSheets({ person, open, onOpen }: PersonSheetsProps) {
  const { id, displayName, creator, relation } = person;
  const running = relation?.subscription;
  const above = running && !running.trial ? ((running.tier + 1) as TierNumber) : undefined;
  const close = () => onOpen(null);
  return (
    <>
      <PersonMore person={person} open={open === 'more'} onOpen={onOpen} />
      <LazySheet open={open === 'share'} close={close}>
        <ShareSheet person={person} open={open === 'share'} onClose={close} />
      </LazySheet>
      {creator ? (
        <>
          <PlanSheet creatorId={id} tier={above} open={open === 'subscribe'} onClose={close} />
          <LazySheet open={open === 'give'} close={close}>
            <GiveSheet creator={creator} open={open === 'give'} onClose={close} />
          </LazySheet>
          <TipSheet to={open === 'tip' ? { profileId: id, name: displayName } : null} onClose={close} />
        </>
      ) : null}
      <SafetySheets
        person={person}
        open={open === 'report' || open === 'block' ? open : null}
        onClose={close}
        onBlocked={() => go({ to: '/', replace: true })}
      />
    </>
  );
}
