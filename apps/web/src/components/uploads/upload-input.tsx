import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

type UploadInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> & {
  onFiles(files: readonly File[]): void;
  children: ReactNode;
};

/** A file field drawn as its label. */
export function UploadInput({ onFiles, className, children, ...input }: UploadInputProps) {
  return (
    <label
      className={clsx(
        'press has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2',
        className,
      )}
    >
      <input
        {...input}
        type="file"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // So that the same file can be chosen twice.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
        className="sr-only"
      />
      {children}
    </label>
  );
}
