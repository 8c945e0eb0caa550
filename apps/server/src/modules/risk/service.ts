import { type Cases, type CasesDependencies, createCases } from './cases.ts';

export interface RiskService {
  cases: Cases;
}

/** Abuse of money: signals of it, the cases they open, and what staff do about them. */
export function createRiskService(deps: CasesDependencies): RiskService {
  return { cases: createCases(deps) };
}
