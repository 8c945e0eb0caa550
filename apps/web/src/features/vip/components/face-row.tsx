import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { queryOf } from '../../../lib/api.ts';

const faceCount = 9;
/** Where the own card is without a boost, counted from 0. */
const before = 7;
/** Where it is with one, counted from 0. */
const placeOf = (boost: number) => (boost >= 10 ? 0 : boost >= 5 ? 1 : 2);

/** An example: the own card in a row of people who are available, moved up by the boost. */
export function FaceRow({ boost }: { boost: number }) {
  const { t } = useLingui();
  const { data: own } = useQuery(queryOf('ownProfile'));
  const { data: people } = useQuery(queryOf('available'));
  const place = placeOf(boost);
  const others = (people ?? []).filter(({ id }) => id !== own?.id);
  const faces: ('own' | 'left' | string | null)[] = [];
  for (let index = 0, next = 0; index < faceCount; index += 1)
    faces.push(index === place ? 'own' : index === before ? 'left' : (others[next++]?.avatarUrl ?? null));
  // Middles of the two places, in hundredths of the row.
  const at = (index: number) => ((index + 0.5) / faceCount) * 100;
  return (
    <div role="img" aria-label={t`An example: your card moves from place ${before + 1} to place ${place + 1}`}>
      <div className="mt-4 grid grid-cols-9 gap-1 lg:gap-2">
        {faces.map((face, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: places that never move.
            key={index}
            className={clsx(
              'block aspect-[3/4.4] overflow-hidden rounded-sm',
              face === 'left' && 'inset-ring-[1.5px] inset-ring-control',
              face === 'own' && 'outline-2 outline-ink outline-offset-2',
            )}
          >
            {face === 'left' ? null : (
              <Portrait
                src={face === 'own' ? own?.portraits.avatar : face}
                width={3}
                height={4.4}
                className={clsx('size-full', face !== 'own' && face !== null && 'brightness-[.66] saturate-[.8]')}
              />
            )}
          </span>
        ))}
      </div>
      <span aria-hidden className="relative mt-1.5 block h-5">
        <span
          className="absolute top-1 h-3 rounded-b-[9px] border-ink border-x-[1.5px] border-b-[1.5px]"
          style={{ left: `${at(place)}%`, right: `${100 - at(before)}%` }}
        />
        <span
          className="-translate-x-[calc(50%-.75px)] absolute top-1 size-2 rotate-45 border-ink border-t-[1.5px] border-l-[1.5px]"
          style={{ left: `${at(place)}%` }}
        />
      </span>
    </div>
  );
}
