import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import MapPin from 'lucide-react/icons/map-pin';
import Shield from 'lucide-react/icons/shield';
import { Button } from '../../components/ui/button.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { PresenceDot } from '../../components/ui/tag.tsx';
import { queryOf } from '../../lib/api.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazySheet } from '../shell/lazy-boundary.tsx';

const PrivacySheet = lazyPart(() =>
  import('../../features/discovery/nearby/components/privacy-sheet.tsx').then((module) => module.PrivacySheet),
);
const PlaceSheet = lazyPart(() => import('../../components/ui/place-sheet.tsx').then((module) => module.PlaceSheet));

export type PlaceSheetName = 'place' | 'privacy' | null;

interface PlaceAndPrivacyProps {
  /** Radius of a list in kilometres; place and visibility are then one line, not two buttons. */
  radius?: number;
  /** The other city being viewed. */
  around?: string | null;
  openSheet: PlaceSheetName;
  onOpen(what: PlaceSheetName): void;
}

/** The member's place and visibility in one line, with their sheets. */
export function PlaceAndPrivacy({ radius, around, openSheet, onOpen }: PlaceAndPrivacyProps) {
  const { t } = useLingui();
  const { data: location } = useQuery(queryOf('ownLocation'));
  const close = () => onOpen(null);
  const city = location?.city;
  return (
    <div className={radius === undefined ? 'flex flex-wrap gap-2' : 'flex items-center justify-between gap-2'}>
      {radius === undefined ? (
        <>
          <Button size="sm" onClick={() => onOpen('place')}>
            <MapPin size={16} />
            {city ?? t`Set your location`}
          </Button>
          <Button size="sm" onClick={() => onOpen('privacy')}>
            <Shield size={16} />
            <Trans>Who sees you</Trans>
          </Button>
        </>
      ) : (
        <>
          <button
            type="button"
            onClick={() => onOpen('place')}
            className="press flex min-h-11 min-w-0 items-center gap-2 rounded-sm py-1 text-left text-muted text-sm leading-tight hover:text-ink"
          >
            {city ? <PresenceDot /> : null}
            <span>{around || city ? t`Within ${radius} km of ${around ?? city}` : t`Set your location`}</span>
            <ChevronDown size={16} className="shrink-0" aria-hidden />
          </button>
          <IconButton label={t`Who sees you`} onClick={() => onOpen('privacy')} className="-mr-3 text-muted!">
            <Shield size={20} />
          </IconButton>
        </>
      )}
      <LazySheet open={openSheet === 'place'} close={close}>
        <PlaceSheet open={openSheet === 'place'} onClose={close} />
      </LazySheet>
      <LazySheet open={openSheet === 'privacy'} close={close}>
        <PrivacySheet open={openSheet === 'privacy'} onClose={close} />
      </LazySheet>
    </div>
  );
}
