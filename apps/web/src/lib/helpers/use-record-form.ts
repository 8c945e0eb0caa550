import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperationName } from '@vlam/contract';
import { useState } from 'react';
import { fieldErrorsOf, keyOf, messageOf } from '../api.ts';
import { toast } from '../toast.ts';
import { useIntent } from './idempotency.ts';

/** What a field holds: a text or a switch. */
type Widened<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? boolean : string };

interface Options<Values, Result> {
  initial: Values;
  send(values: Values, idempotencyKey: string): Promise<Result>;
  /** Lists that are read again. */
  changes: readonly OperationName[];
  /** Text of the toast. */
  done: string;
  onDone(result: Result): void;
}

/** A form whose fields are checked by the server: values, their errors, and what sends it once. */
export function useRecordForm<Initial extends Record<string, string | boolean>, Result>(
  options: Options<Widened<Initial>, Result> & { initial: Initial },
) {
  type Values = Widened<Initial>;
  const client = useQueryClient();
  const [values, setValues] = useState<Values>(options.initial);
  const sending = useIntent<Values, Result>({
    call: options.send,
    onSuccess(result) {
      toast({ title: options.done });
      options.onDone(result);
    },
    onSettled: () => {
      for (const name of options.changes) void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
  const fields = fieldErrorsOf(sending.error);
  return {
    values,
    set: <Name extends keyof Values>(name: Name, value: Values[Name]) =>
      setValues((before) => ({ ...before, [name]: value })),
    /** Props of a text control or select. */
    field: (name: keyof Values & string) => ({
      name,
      value: String(values[name]),
      onChange: (event: { currentTarget: { value: string } }) => {
        // Read now: React may call the update after the event, when it has no current target.
        const { value } = event.currentTarget;
        setValues((before) => ({ ...before, [name]: value }));
      },
    }),
    errorOf: (name: keyof Values & string): string | undefined => fields[name],
    /** What no field says. */
    failure: Object.keys(fields).length > 0 ? undefined : messageOf(sending.error),
    busy: sending.isPending,
    submit: () => sending.mutate(values),
  };
}

/** One act on a record, such as confirming; reads the lists again. */
export function useRecordAct<Input, Result>(
  act: (input: Input) => Promise<Result>,
  changes: readonly OperationName[],
  { onDone, onError }: { onDone?(result: Result): void; onError(error: unknown): void },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (result) => onDone?.(result),
    onError,
    onSettled: () => {
      for (const name of changes) void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}
