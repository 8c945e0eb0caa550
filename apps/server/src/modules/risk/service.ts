import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { type BanDependencies, type Bans, createBans } from './bans.ts';
import { type Cases, type CasesDependencies, createCases } from './cases.ts';
import { createRatios, type RatioDependencies, type Ratios } from './ratios.ts';
import { createScan, type Scan, type ScanDependencies } from './scan.ts';

export interface RiskService {
  cases: Cases;
  bans: Bans;
  ratios: Ratios;
  scan: Scan;
  tasks: JobTask[];
}

const scanKind = jobKind('risk.scan');
const ratiosKind = jobKind('risk.chargeback-ratios');

/** Abuse of money: signals of it, the cases they open, and what staff do about them. */
export function createRiskService(
  deps: Omit<CasesDependencies, 'bans'> & BanDependencies & Omit<ScanDependencies, 'cases'> & RatioDependencies,
): RiskService {
  const bans = createBans(deps);
  const cases = createCases({ ...deps, bans });
  const scan = createScan({ ...deps, cases });
  return {
    cases,
    bans,
    scan,
    ratios: createRatios(deps),
    tasks: [
      jobTask(scanKind, scan.run, { cron: '*/2 * * * *' }),
      jobTask(ratiosKind, scan.countRatios, { cron: '23 * * * *' }),
    ],
  };
}
