import { factsOfPage, type LegalPage, type OperatorFact, operatorFacts } from '@vlam/contract/rules/legal';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import * as store from './store.ts';

interface FactView {
  name: OperatorFact;
  value: string | null;
}

export interface LegalService {
  /** The facts a page names, and when the newest of them changed. */
  getPage(page: LegalPage): Promise<{ facts: FactView[]; changedAt: string | null }>;
  listFacts(): Promise<{ facts: FactView[] }>;
  /** The company, its information officer and their address; null what the operator has not given. */
  getOfficer(): Promise<{ operator: string | null; officer: string | null; officerEmail: string | null }>;
  /** Full name of the company; null while the operator has not given one. */
  getOperatorName(): Promise<string | null>;
  /** Audited; an empty value removes a fact. */
  setFacts(viewer: Viewer, changed: readonly { name: OperatorFact; value: string }[]): Promise<{ facts: FactView[] }>;
}

/** What the operator says of itself on the legal pages. */
export function createLegalService({
  database: { db },
  clock,
  config,
  compliance,
}: {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'seller'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
}): LegalService {
  // Receipts name these already.
  const configured: Partial<Record<OperatorFact, string | null>> = {
    companyName: config.seller.name,
    streetAddress: config.seller.address,
    vatNumber: config.seller.vatNumber,
  };

  async function read(names: readonly OperatorFact[]) {
    const rows = new Map((await store.listFacts(db)).map((row) => [row.name, row]));
    const facts = names.map((name) => ({ name, value: rows.get(name)?.value ?? configured[name] ?? null }));
    const times = names.flatMap((name) => rows.get(name)?.changed_at ?? []).sort((one, other) => +other - +one);
    return { facts, changedAt: times[0]?.toISOString() ?? null };
  }

  return {
    getPage: (page) => read(factsOfPage[page]),
    listFacts: async () => ({ facts: (await read(operatorFacts)).facts }),
    async getOfficer() {
      const { facts } = await read(['companyName', 'informationOfficer', 'informationOfficerEmail']);
      const factOf = (name: OperatorFact) => facts.find((fact) => fact.name === name)?.value ?? null;
      return {
        operator: factOf('companyName'),
        officer: factOf('informationOfficer'),
        officerEmail: factOf('informationOfficerEmail'),
      };
    },
    getOperatorName: async () => (await read(['companyName'])).facts[0]?.value ?? null,
    async setFacts(viewer, changed) {
      await db.transaction().execute(async (tx) => {
        for (const { name, value } of changed)
          await store.setFact(tx, { name, value, at: clock.now(), by: viewer.accountId });
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'operator_facts.changed',
          targetType: 'operator',
          targetId: 'facts',
          details: Object.fromEntries(changed.map(({ name, value }) => [name, value])),
        });
      });
      return { facts: (await read(operatorFacts)).facts };
    },
  };
}
