import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { cities } from '@vlam/contract/constants';
import Locate from 'lucide-react/icons/locate';
import { useState } from 'react';
import { queryOf } from '../../lib/api.ts';
import { usePlace } from '../../lib/place.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { Sheet } from './sheet.tsx';
import { SheetFoot } from './sheet-foot.tsx';

/** Sets the location by device or city; explains why and can be declined. */
export function PlaceSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { data: location } = useQuery({ ...queryOf('ownLocation'), enabled: open });
  const place = usePlace({ onDone: onClose });
  const [city, setCity] = useState('');
  const chosen = cities.find((each) => each === city);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={place.isBusy}
      title={<Trans>Where are you?</Trans>}
      intro={
        <Trans>
          Your place finds people near you, and lets them find you. We keep an area of about five square kilometres,
          never your position. Others see your city and whole kilometres, and a move only after half an hour or more.
        </Trans>
      }
      actions={
        <SheetFoot
          onCancel={onClose}
          cancel={location?.city ? <Trans>Keep it as it is</Trans> : <Trans>No thanks</Trans>}
          action={<Trans>Use this city</Trans>}
          disabled={!chosen}
          busy={place.isBusy && !place.isAsking}
          busyLabel={<Trans>Saving</Trans>}
          onConfirm={() => chosen && place.chooseCity(chosen)}
        />
      }
    >
      {location?.city ? (
        <p className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-field bg-surface-2 py-2 pr-2 pl-4">
          <span>
            {location.source === 'device' ? t`By your device: ${location.city}` : t`By your choice: ${location.city}`}
          </span>
          <Button size="sm" variant="ghost" disabled={place.isBusy} onClick={place.forget}>
            <Trans>Forget it</Trans>
          </Button>
        </p>
      ) : null}
      {place.hasDevice ? (
        <Button
          variant="bone"
          full
          busy={place.isAsking}
          busyLabel={<Trans>Asking your device</Trans>}
          disabled={place.isBusy}
          onClick={place.askDevice}
        >
          <Locate size={18} />
          <Trans>Use my device's location</Trans>
        </Button>
      ) : null}
      <Field label={<Trans>Or choose a city</Trans>} className="mt-4">
        <Select
          placeholder={t`Choose a city`}
          options={cities.map((value) => ({ value, label: value }))}
          value={city}
          onChange={(event) => setCity(event.currentTarget.value)}
        />
      </Field>
    </Sheet>
  );
}
