import { instant } from '#shared/base/kernel/clock.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Kind } from '#shared/model/kinds.ts';
import type { CompanyId, IndexName } from '#shared/platform/store/table.ts';

/**
 * Index partitions of the documents in one list of a company: all, drafts, by client, by supplier, each sorted by issue date,
 * then creation; and `changed`, sorted by the time at which a field that the list shows last changed (lists/).
 */
export const partitionsOf = ({ prefix }: Pick<Kind, 'prefix'>) => ({
  all: (companyId: CompanyId): string => `C#${companyId}#${prefix}`,
  drafts: (companyId: CompanyId): string => `C#${companyId}#${prefix}#DRAFTS`,
  client: (companyId: CompanyId, clientId: string): string => `C#${companyId}#${prefix}#C#${clientId}`,
  supplier: (companyId: CompanyId, supplierId: string): string => `C#${companyId}#${prefix}#V#${supplierId}`,
  changed: (companyId: CompanyId): string => `C#${companyId}#${prefix}#CHANGED`,
});

/** The index in which the documents of a list are in its default order: all of them, or its drafts; undefined for other statuses. */
export function indexOfList(
  kind: Pick<Kind, 'prefix'>,
  company: CompanyId,
  status: readonly string[] | undefined,
): { index: IndexName; partition: string } | undefined {
  const partitions = partitionsOf(kind);
  if (status === undefined) return { index: 'gsi1', partition: partitions.all(company) };
  return status.length === 1 && status[0] === 'draft' ? { index: 'gsi2', partition: partitions.drafts(company) } : undefined;
}

/** Index attributes of a document's header item. All but `gsi4sk`, the current time, follow from its row. */
export const indexKeys = (kind: Pick<Kind, 'prefix'>, header: DocumentHeader): Record<string, string> => {
  const { companyId, id, clientId } = header;
  const partitions = partitionsOf(kind);
  const sort = `${header.issueDate}#${header.createdAt}#${id}`;
  return {
    gsi1pk: partitions.all(companyId),
    gsi1sk: sort,
    gsi4pk: partitions.changed(companyId),
    gsi4sk: `${instant()}#${id}`,
    ...(header.status === 'draft' && { gsi2pk: partitions.drafts(companyId), gsi2sk: sort }),
    ...(clientId && { gsi3pk: partitions.client(companyId, clientId), gsi3sk: sort }),
  };
};
