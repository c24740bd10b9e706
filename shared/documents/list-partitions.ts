import { instant } from '../kernel/clock.ts';
import type { Invoice } from '../model/invoice.ts';

/**
 * Index partitions of a company's invoices: all, by status, by client, sorted by issue date, then creation; and by the instant of
 * the last write of whatever the row shows (list-index/).
 */
export const listPartitions = {
  all: (companyId: string): string => `C#${companyId}#INV`,
  status: (companyId: string, status: string): string => `C#${companyId}#INV#S#${status}`,
  client: (companyId: string, clientId: string): string => `C#${companyId}#INV#C#${clientId}`,
  changed: (companyId: string): string => `C#${companyId}#INV#CHANGED`,
};

/** Index attributes of a document's head item. */
export const indexKeys = (invoice: Invoice): Record<string, string> => {
  const sort = `${invoice.issueDate}#${invoice.createdAt}#${invoice.id}`;
  return {
    gsi1pk: listPartitions.all(invoice.companyId),
    gsi1sk: sort,
    gsi2pk: listPartitions.status(invoice.companyId, invoice.status),
    gsi2sk: sort,
    gsi4pk: listPartitions.changed(invoice.companyId),
    gsi4sk: `${instant()}#${invoice.id}`,
    ...(invoice.clientId && { gsi3pk: listPartitions.client(invoice.companyId, invoice.clientId), gsi3sk: sort }),
  };
};
