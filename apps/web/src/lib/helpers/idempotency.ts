import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, codeOf } from '../api.ts';

interface Intent {
  input: string;
  key: string;
}

/**
 * False after a network failure, a server error, "still in progress" or "not confirmed yet": the same key is used for
 * the retry.
 */
const isDecided = (error: unknown) =>
  error instanceof ApiError &&
  error.status < 500 &&
  codeOf(error) !== 'REQUEST_IN_PROGRESS' &&
  codeOf(error) !== 'PAYMENT_PENDING';

type Options<Input, Result> = Omit<UseMutationOptions<Result, Error, Input>, 'mutationFn'> & {
  call: (input: Input, idempotencyKey: string) => Promise<Result>;
};

/**
 * A mutation for anything that costs money. The idempotency key is created at the tap and kept until the server has
 * decided, so a second tap or a retry is charged once.
 */
export function useIntent<Input = void, Result = unknown>({ call, ...options }: Options<Input, Result>) {
  const intent = useRef<Intent | null>(null);
  const running = useRef<Promise<Result> | null>(null);
  return useMutation<Result, Error, Input>({
    ...options,
    mutationFn: (input) => {
      if (running.current) return running.current;
      const text = JSON.stringify(input) ?? '';
      if (intent.current?.input !== text) intent.current = { input: text, key: crypto.randomUUID() };
      const { key } = intent.current;
      running.current = call(input, key)
        .then(
          (result) => {
            intent.current = null;
            return result;
          },
          (error: unknown) => {
            if (isDecided(error)) intent.current = null;
            throw error;
          },
        )
        .finally(() => {
          running.current = null;
        });
      return running.current;
    },
  });
}
