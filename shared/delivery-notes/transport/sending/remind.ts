import { mailRequest } from '../../../mail/requests.ts';
import { companyPartition, companyScope } from '../../../store/table.ts';
import { ConditionFailed, transact } from '../../../store/transact.ts';
import { changeRecord, readRecord, type TransportTask } from '../record.ts';

/**
 * Asks for the mail that an identifier ends, once for each day on which it ends: a correction may have moved that day, and its own state
 * machine reminds of the new one. None goes out for a transport that was confirmed or taken back.
 *
 * @param validUntil the last day as it was when the machine began to wait
 */
export async function remindOfEnd(task: TransportTask, validUntil: string): Promise<{ reminded: boolean }> {
  const company = companyScope(task.companyId);
  const item = await readRecord(company, task.recordId);
  const record = item?.data;
  const message = record?.messages.find(({ id }) => id === task.messageId);
  if (!item || !record?.uit || record.status !== 'ok' || record.validUntil !== validUntil) return { reminded: false };
  if (record.confirmation || record.remindedOf === validUntil || !message?.by?.id) return { reminded: false };
  const mail = mailRequest(companyPartition(company), {
    template: 'transport-ends',
    userId: message.by.id,
    number: record.parts[0]?.number ?? '',
    uit: record.uit,
    validUntil,
  });
  try {
    await transact([changeRecord(item, { ...record, remindedOf: validUntil }), mail]);
    return { reminded: true };
  } catch (error) {
    // Something else happened to the transport at the same moment: the state machine tries again.
    if (error instanceof ConditionFailed) throw new Error('The record of the transport was changed meanwhile.', { cause: error });
    throw error;
  }
}
