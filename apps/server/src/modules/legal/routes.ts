import { legalOperations } from '@vlam/contract/legal';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { LegalService } from './service.ts';

export const legalRoutes = ({ legal }: { legal: LegalService }): BoundOperation[] =>
  bind(legalOperations, {
    legalPage: ({ params }) => legal.getPage(params.page),
    operatorFacts: () => legal.listFacts(),
    setOperatorFacts: ({ viewer, body }) => legal.setFacts(viewer, body.facts),
  });
