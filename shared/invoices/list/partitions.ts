import { partitionsOf } from '../../documents/list-partitions.ts';
import { KINDS } from '../../model/kinds.ts';

/** The index partitions of invoices and credit notes. */
export const invoicePartitions = partitionsOf(KINDS.invoice);
