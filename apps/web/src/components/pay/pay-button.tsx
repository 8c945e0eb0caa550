import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { StartNow } from './start-now.tsx';

interface PayButtonProps extends Omit<ButtonProps, 'variant' | 'size' | 'full'> {
  /** Shows the consent to immediate delivery above the button, in these words if they are given. */
  startsNow?: ReactNode;
}

/** The button that pays, with the consent it needs. */
export function PayButton({ startsNow = false, className = 'mt-4', ...button }: PayButtonProps) {
  return (
    <>
      {startsNow ? (
        <StartNow className={clsx('w-full', className)}>{startsNow === true ? null : startsNow}</StartNow>
      ) : null}
      <Button variant="primary" size="lg" full className={className} {...button} />
    </>
  );
}
