import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { KINDS } from '#shared/model/kinds.ts';

/** The index partitions of invoices and credit notes. */
export const invoicePartitions = partitionsOf(KINDS.invoice);
