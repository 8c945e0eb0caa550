import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { ApiError, send } from '../lib/api.ts';
import { useFailure } from '../lib/use-failure.ts';
import { Button, type ButtonProps } from './ui/button.tsx';

interface SaveButtonProps extends Pick<ButtonProps, 'size' | 'full' | 'className' | 'aria-label'> {
  href: string;
  /** Name of the file. */
  name: string;
  children: ReactNode;
}

/** Saves a file that needs a proof of the person: asked for like any call, and saved when it is here. */
export function SaveButton({ href, name, children, ...look }: SaveButtonProps) {
  const fail = useFailure();
  const saving = useMutation({
    async mutationFn() {
      const answer = await send(href);
      if (!answer.ok) throw new ApiError(answer.status, await answer.text(), answer.statusText);
      return answer.blob();
    },
    onSuccess(file) {
      const url = URL.createObjectURL(file);
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      // The download has a copy of its own once it began.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    onError: fail,
  });
  return (
    <Button {...look} busy={saving.isPending} onClick={() => saving.mutate()}>
      <Download size={18} aria-hidden />
      {children}
    </Button>
  );
}
