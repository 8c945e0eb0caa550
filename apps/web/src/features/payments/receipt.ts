import { pathOf } from '@vlam/contract/client';
import { operations } from '../../lib/operations.ts';

/** URL of a paid order's receipt (PDF). */
export const receiptUrl = (id: string): string => pathOf(operations.orderReceipt, { params: { id } });
