import { join } from 'node:path';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createTestClock } from '../apps/server/test/clock.ts';
import { aProfile } from '../apps/server/test/factories.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { startChildServer } from './lib/child-server.ts';
import { runHttpLoad } from './lib/http-load.ts';
import { p99, type Row } from './lib/report.ts';
import { fillStaffWorld } from './lib/staff-world.ts';
import type { Round } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 1_000_000);
const auditRows = Number(process.env.BENCH_AUDIT_ROWS ?? 10_000_000);
/** Members of staff who read at the same time. */
const readers = 4;
const limitMs = 200;

export const benchmark: Benchmark = {
  name: 'admin',
  title: 'How long do the lists of staff take over a million members and ten million rows of the log?',
  goal: 'every list under 200 ms at the 99th percentile over HTTP, each read with its own row of the audit log.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('staff');
    const { busyId, actorId } = await fillStaffWorld(database, { people, auditRows }, log);
    const environment = benchEnvironment(url);
    const clock = createTestClock();
    const { cookie } = await aProfile({ db: database.db, clock, config: readConfig(environment) }, { role: 'admin' });
    const server = await startChildServer(join(import.meta.dirname, 'lib/app-server.ts'), environment);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { nextCursor: string | null };
    };
    const { nextCursor } = await get('/api/admin/users?page=200&limit=50');
    const since = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    const longAgo = new Date(Date.now() - 500 * 86_400_000).toISOString().slice(0, 10);
    const lists = {
      'members, first page': '/api/admin/users',
      'members, page 200': '/api/admin/users?page=200',
      'members, after page 200 by cursor': `/api/admin/users?cursor=${nextCursor}`,
      'members, suspended': '/api/admin/users?status=suspended',
      'members, inactive creators': '/api/admin/users?role=creator&status=inactive',
      'members, of a city, with pending reports': '/api/admin/users?city=Durban&reported=true',
      'members, of a small city': '/api/admin/users?city=Kimberley&status=unverified',
      'members, joined this week': `/api/admin/users?joinedSince=${since}`,
      'members, a frequent name': '/api/admin/users?q=mokoena',
      'members, a rare name': '/api/admin/users?q=xolelwa',
      'members, two letters': '/api/admin/users?q=ky',
      'members, a name nobody has': '/api/admin/users?q=qqqzzz',
      'members, an address': '/api/admin/users?q=member-77777@people.test',
      'counts of the filters': '/api/admin/users/filters',
      'one member': `/api/admin/users/${busyId}`,
      'history of one with 200 000 rows': `/api/admin/users/${busyId}/history?limit=25`,
      'log, first page': '/api/admin/audit-log',
      'log, of one action': '/api/admin/audit-log?action=user.suspended',
      'log, of one member of staff': `/api/admin/audit-log?actorId=${actorId}`,
      'log, about one member': `/api/admin/audit-log?targetType=account&targetId=${busyId}`,
      'log, of a day long ago': `/api/admin/audit-log?since=${longAgo}&until=${longAgo}`,
      'log, of one action and staff, long ago': `/api/admin/audit-log?action=user.verified&actorId=${actorId}&until=${longAgo}`,
      'reports, pending': '/api/admin/reports',
      'reports, resolved': '/api/admin/reports?status=resolved',
      'reports by class, and the time to a first look': '/api/admin/report-times',
      'takedowns, waiting': '/api/admin/takedowns',
      'risk, open cases': '/api/admin/risk',
      'documents, waiting': '/api/admin/identity-documents',
      'how much waits': '/api/admin/waiting',
      'the nine figures': '/api/admin/platform-stats',
    };
    const rows = new Map<string, Round[]>();
    for (const path of Object.values(lists)) await get(path);
    for (let round = 0; round < rounds; round += 1)
      for (const [name, path] of Object.entries(lists)) {
        const found = await runHttpLoad({
          port: server.port,
          method: 'GET',
          ...{ seconds, warmUpSeconds: 1, endless: true },
          connections: Array.from({ length: readers }, () => ({ headers, paths: [path] })),
        });
        rows.set(name, [...(rows.get(name) ?? []), found]);
        log(`${name}: ${found.perSecond.toFixed(0)}/s, p50 ${found.p50.toFixed(1)} ms, p99 ${found.p99.toFixed(1)} ms`);
      }
    await server.stop();
    await database.close();
    const measured = [...rows].map(([name, list]): Row => ({ name, rounds: list }));
    return {
      rows: measured,
      verdicts: measured.map((row) => ({
        claim: `${row.name} in under ${limitMs} ms`,
        reached: p99(row) < limitMs,
        seen: `${p99(row).toFixed(1)} ms`,
      })),
      notes: [
        `${count(people)} accounts with profiles and ${count(auditRows)} rows of the log, written by SQL; BENCH_PEOPLE and BENCH_AUDIT_ROWS set other numbers. ${readers} members of staff read at the same time, each without a pause, through guard and contract.`,
        'Each read of members writes a row of the log in its own transaction, one after the other, as the chain needs; that is part of the time.',
        'The nine figures are read anew at most once a minute and otherwise served from memory.',
        'Load, server and PostgreSQL share the cores.',
      ],
    };
  },
};

const count = (value: number) => value.toLocaleString('en-ZA').replaceAll(/\s/g, ' ');
