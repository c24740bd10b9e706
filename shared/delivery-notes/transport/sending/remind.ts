import { readCompany } from '../../../access/records.ts';
import { mailRequest } from '../../../mail/requests.ts';
import { companyPartition, companyScope } from '../../../store/table.ts';
import { ConditionFailed, transact } from '../../../store/transact.ts';
import { changeRecord, readRecord, standingParts, type TransportTask } from '../record.ts';

/**
 * Requests the mail that says that an identifier expires, once per expiry date: a correction may have moved that date, and then its own
 * state machine sends the reminder for the new one. The recipient is the user who made the declaration, not the one who corrected it.
 * A transport that was confirmed or deleted gets none, nor does one of a deleted company.
 *
 * @param validUntil the last day as it was when the machine began to wait
 */
export async function remindOfEnd(task: TransportTask, validUntil: string): Promise<{ reminded: boolean }> {
  const company = companyScope(task.companyId);
  const [item, owner] = await Promise.all([readRecord(company, task.recordId), readCompany(company)]);
  const record = item?.data;
  if (!owner || owner.deletedAt !== null) return { reminded: false };
  if (!item || !record?.uit || record.status !== 'ok' || record.validUntil !== validUntil) return { reminded: false };
  const [part] = standingParts(record);
  const declarer = record.messages.findLast(({ content, state }) => content.kind === 'notification' && state === 'ok')?.by?.id;
  if (record.confirmation || record.remindedOf === validUntil || !part || !declarer) return { reminded: false };
  const mail = mailRequest(companyPartition(company), {
    template: 'transport-ends',
    userId: declarer,
    number: part.number,
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
