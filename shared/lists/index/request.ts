import { sendMessage } from '../../aws/send-message.ts';
import type { CompanyId } from '../../store/table.ts';

/** Asks for a company's list file to be made again; whoever gets the message looks whether that is worth it. */
export const requestCompaction = (company: CompanyId): Promise<void> =>
  sendMessage({ queue: 'list', body: { companyId: company } });
