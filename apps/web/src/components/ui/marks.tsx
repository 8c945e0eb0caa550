import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';

const flames =
  'M15.7 31C9.5 27.4 3 20.3 4.3 9.8 4.6 7 5.6 4.4 5.3 1 11.3 5.2 15.3 12 16 20.6c.9-4.9 5.9-7.3 6.9-13.8 4.7 4.2 6.2 9.2 4.7 14.2C26.1 25.7 21.2 29.2 15.7 31Z';
const token =
  'M10 0a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm-.1 16.4c-3-1.7-6.1-5.1-5.5-10.1.1-1.3.6-2.5.5-4.1C7.8 4.2 9.7 7.4 10 11.5c.4-2.3 2.8-3.5 3.3-6.6 2.2 2 2.9 4.4 2.2 6.8-.7 2.2-3 3.9-5.6 4.7Z';

/** The logo: a V of two flames. */
export function Mark({ size = 25, className }: { size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      className={clsx('shrink-0 fill-ember', className)}
    >
      <path d={flames} />
    </svg>
  );
}

/** Logo with the product's name. */
export function Brand({
  large = false,
  className,
  wordClassName,
}: {
  large?: boolean;
  className?: string;
  wordClassName?: string;
}) {
  return (
    <span
      className={clsx(
        // Without room for the word it wraps out of sight.
        'inline-flex h-11 min-w-0 flex-wrap items-center gap-x-[5px] overflow-hidden font-bold font-display leading-none tracking-[-0.05em]',
        large ? 'text-[1.875rem]' : 'text-[1.625rem]',
        className,
      )}
    >
      <Mark size={large ? 29 : 25} className="-mt-[3px] h-11" />
      <span className={clsx('leading-11', wordClassName)}>
        <Trans comment="The name of the product as its word mark">vlam</Trans>
      </span>
    </span>
  );
}

/** The credit token in the colour of its text. */
export function CreditToken({ size, className }: { size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      {...(size ? { width: size, height: size } : {})}
      className={clsx('inline-block shrink-0 fill-current align-[-0.16em]', !size && 'size-[1.05em]', className)}
    >
      <path fillRule="evenodd" d={token} />
    </svg>
  );
}
