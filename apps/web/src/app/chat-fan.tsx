import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { FanPanel, FanSheet } from '../features/studio/people/components/fan-panel.tsx';
import { fanRequest } from '../lib/helpers/fan-request.ts';
import { useStore } from '../lib/store.ts';
import { useMediaQuery } from '../lib/use-media-query.ts';

const close = () => fanRequest.set(null);

/** The card of the other member of a creator's thread: a column from 1280 px, a sheet when asked for. */
export function ChatFan({ id }: { id: string }) {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 1280px)');
  const asked = useStore(fanRequest);
  useEffect(() => close, []);
  if (wide)
    return (
      <aside aria-label={t`Fan card`} className="w-84 shrink-0 overflow-y-auto border-line border-l p-5 empty:hidden">
        <FanPanel key={id} id={id} isBeside />
      </aside>
    );
  return asked === id ? <FanSheet id={id} isBeside onClose={close} /> : null;
}
