import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import MapPin from 'lucide-react/icons/map-pin';
import Shield from 'lucide-react/icons/shield';
import { Button } from '../../components/ui/button.tsx';
import { queryOf } from '../../lib/api.ts';
import { lazyPart } from '../../lib/styles.ts';
import { OnceOpened } from '../shell/opened.tsx';

const WhoSeesMe = lazyPart(() =>
  import('../../features/nearby/components/who-sees-me.tsx').then((module) => module.WhoSeesMe),
);
const PlaceSheet = lazyPart(() => import('../../components/ui/place-sheet.tsx').then((module) => module.PlaceSheet));

export type Opened = 'place' | 'privacy' | null;

/** Where one is and who may see one: two buttons and what they open. */
export function PlaceAndPrivacy({ opened, onOpen }: { opened: Opened; onOpen(what: Opened): void }) {
  const { t } = useLingui();
  const { data: location } = useQuery(queryOf('ownLocation'));
  const close = () => onOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onOpen('place')}>
        <MapPin size={16} />
        {location?.city ?? t`Set your location`}
      </Button>
      <Button size="sm" onClick={() => onOpen('privacy')}>
        <Shield size={16} />
        <Trans>Who sees you</Trans>
      </Button>
      <OnceOpened open={opened === 'place'} close={close}>
        <PlaceSheet open={opened === 'place'} onClose={close} />
      </OnceOpened>
      <OnceOpened open={opened === 'privacy'} close={close}>
        <WhoSeesMe open={opened === 'privacy'} onClose={close} />
      </OnceOpened>
    </div>
  );
}
