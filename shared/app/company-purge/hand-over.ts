import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { purgeKey, PURGES } from '#shared/records/parties/companies/purge-record.ts';
import { handOverDue } from '#shared/platform/store/hand-over.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Queues the deleted companies whose next step is due. */
export const queueDuePurges = (): Promise<void> =>
  handOverDue<{ companyId: CompanyId }>({
    work: PURGES,
    keyOf: ({ companyId }) => purgeKey(companyId),
    send: ({ companyId }) => sendMessage(rareWork('purge-company', { companyId })),
  });
