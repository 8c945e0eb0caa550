import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { IconButton } from '../../../components/ui/icon-button.tsx';

interface PhotoStepsProps {
  place: number;
  count: number;
  onStep(place: number): void;
  className: string;
}

/** Steps through a person's photos; a bar at the top says which one it is. */
export function PhotoSteps({ place, count, onStep, className }: PhotoStepsProps) {
  const { t } = useLingui();
  const steps = [
    { label: t`Previous photo`, by: -1, side: 'left-2', icon: <ChevronLeft size={22} /> },
    { label: t`Next photo`, by: 1, side: 'right-2', icon: <ChevronRight size={22} /> },
  ];
  return (
    <div className={className}>
      <div aria-hidden className="absolute inset-x-4 top-1.5 flex gap-1">
        {Array.from({ length: count }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the segments have no other name.
            key={index}
            className={clsx('h-0.75 flex-1 rounded-pill', index === place ? 'bg-on-picture' : 'bg-on-picture/35')}
          />
        ))}
      </div>
      {steps.map(({ label, by, side, icon }) => (
        <IconButton
          key={by}
          label={label}
          variant="glass"
          onClick={() => onStep((place + by + count) % count)}
          className={clsx('absolute! top-1/2 -translate-y-1/2', side)}
        >
          {icon}
        </IconButton>
      ))}
      <p role="status" className="sr-only">
        {t`Photo ${place + 1} of ${count}`}
      </p>
    </div>
  );
}
