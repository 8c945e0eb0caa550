import { pathOf } from '@vlam/contract/client';
import { operations } from '../../lib/operations.ts';

/** Address of the receipt of a paid order, a PDF. */
export const receiptAddress = (id: string): string => pathOf(operations.orderReceipt, { params: { id } });
