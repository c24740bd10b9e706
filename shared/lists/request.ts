import { sendMessage } from '../aws/send-message.ts';
import type { CompanyId } from '../store/table.ts';
import type { ListKind } from './definition.ts';

/** Asks for the file of one of a company's lists to be made again; the worker that gets the message looks whether that is worth it. */
export const requestCompaction = ({ item }: ListKind, company: CompanyId): Promise<void> =>
  sendMessage({ queue: 'list', body: { companyId: company, kind: item } });
