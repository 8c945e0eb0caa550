import { listsOperations } from '@vlam/contract/administration-lists';
import { type BoundOperation, bind } from '../../../platform/operation.ts';
import type { AdministrationService } from '../service.ts';

export const filtersRoutes = ({ savedFilters }: Pick<AdministrationService, 'savedFilters'>): BoundOperation[] =>
  bind(listsOperations, {
    savedFilters: ({ viewer, query }) => savedFilters.list(viewer, query.list),
    saveFilter: ({ viewer, body }) => savedFilters.save(viewer, body),
    async deleteFilter({ viewer, params }) {
      await savedFilters.remove(viewer, params.id);
      return undefined;
    },
  });
