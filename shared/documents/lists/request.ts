import { rareWork } from '#shared/platform/aws/queues.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { ListKind } from './definition.ts';

/** Queues a request to write a new file for a company's list; the worker checks first whether enough documents have changed. */
export const requestCompaction = ({ item }: ListKind, company: CompanyId): Promise<void> =>
  sendMessage(rareWork('compact-list', { companyId: company, kind: item }));
