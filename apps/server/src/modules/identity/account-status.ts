import type { UserStatus } from '@vlam/contract/rules/users';
import { type RawBuilder, sql } from 'kysely';

/** Part of an SQL statement: the status of the account `alias`, written as in the index `accounts_by_status`. */
export function statusOf(alias: string): RawBuilder<UserStatus> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<UserStatus>`(case when ${column('suspended_at')} is not null then 'suspended'
    when ${column('age_verified_at')} is null then 'unverified'
    when ${column('is_active')} then 'active' else 'inactive' end)`;
}

/** Part of an SQL statement: the names and address of the account `alias`, as in the index `accounts_by_text`. */
export function textOf(alias: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<string>`(' ' || lower(${column('first_name')} || ' ' || ${column('last_name')} || ' ' || ${column('email')}))`;
}
