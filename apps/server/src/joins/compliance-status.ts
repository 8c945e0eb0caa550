import type { ComplianceStatus } from '@vlam/contract/compliance';
import type { ComplianceService } from '../modules/compliance/service.ts';
import type { ContentService } from '../modules/content/service.ts';
import type { FilmBoardService } from '../modules/film-board/service.ts';
import type { IdentityService } from '../modules/identity/service.ts';
import type { LegalService } from '../modules/legal/service.ts';
import type { Database } from '../platform/database.ts';
import type { Viewer } from '../platform/viewer.ts';

interface StatusDependencies {
  database: Database;
  identity: Pick<IdentityService, 'getAccount'>;
  compliance: Pick<ComplianceService, 'latestCheck'>;
  filmBoard: Pick<FilmBoardService, 'getFacts'>;
  content: Pick<ContentService, 'countRegisters'>;
  legal: Pick<LegalService, 'listFacts'>;
}

/** Which legal requirements a member meets, joined from the modules. */
export const createComplianceStatus =
  ({ database: { db }, ...deps }: StatusDependencies) =>
  async (viewer: Viewer): Promise<ComplianceStatus> => {
    const creatorId = viewer.isCreator ? viewer.profileId : null;
    const [account, check, { facts }, board, registers] = await Promise.all([
      deps.identity.getAccount(db, viewer.accountId),
      deps.compliance.latestCheck(),
      deps.legal.listFacts(),
      creatorId ? deps.filmBoard.getFacts(creatorId) : null,
      creatorId ? deps.content.countRegisters(creatorId) : { classifications: 0, consents: 0 },
    ]);
    const factOf = new Map(facts.map(({ name, value }) => [name, value]));
    const action = board?.action ?? null;
    return {
      ageVerified: account.ageVerifiedAt !== null,
      ageVerifiedAt: account.ageVerifiedAt?.toISOString() ?? null,
      fpbRegistered: board?.isRegistered ?? false,
      complianceLevel: board?.hasExemption ? 'X18' : board?.isRegistered ? 'Registered' : 'Basic',
      requiresAction: action !== null,
      action,
      isCreator: creatorId !== null,
      registration: board?.state
        ? {
            state: board.state as NonNullable<ComplianceStatus['registration']>['state'],
            dueOn: board.dueOn,
            reason: board.reason,
          }
        : null,
      lastAuditDate: check?.checked_at.toISOString() ?? null,
      complianceOfficer: factOf.get('complianceOfficer') ?? null,
      nextRenewalDate: board?.validUntil ?? null,
      contacts: { email: factOf.get('email') ?? null, phone: factOf.get('phone') ?? null },
      registers,
    };
  };
