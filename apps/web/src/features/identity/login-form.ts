import { loginBody } from '@vlam/contract/identity';
import * as z from 'zod/mini';

export type LoginForm = z.input<typeof loginBody>;
export const emptyLoginForm: LoginForm = { email: '', password: '' };

/** First message of each invalid field. */
export function toFieldErrors(result: ReturnType<typeof z.safeParse>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of result.success ? [] : result.error.issues) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}

export const checkLogin = (form: LoginForm): Record<string, string> => toFieldErrors(z.safeParse(loginBody, form));

/** Message for a suspended member: reason, and where to appeal. */
export interface Suspension {
  reason: string;
  appealTo: string;
}
export function suspensionFrom(details: Record<string, unknown> | undefined): Suspension {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { reason: text(details?.reason), appealTo: text(details?.appealTo) };
}
