import { readCompany } from '#shared/platform/access/records.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { ConditionFailed, transact } from '#shared/platform/store/transact.ts';
import { changeRecord, readRecord, standingParts, type TransportTask } from '../record.ts';

/**
 * Requests the mail that reminds of the expiry of an identifier, once per expiry date. If a correction has moved the date, the
 * state machine of the correction sends the reminder for the new date. The recipient is the user who made the declaration, not the
 * one who corrected it. No reminder is sent for a transport that was confirmed or deleted, nor for a deleted company.
 *
 * @param validUntil the expiry date when the state machine began to wait, `YYYY-MM-DD`
 */
export async function remindOfEnd(task: TransportTask, validUntil: string): Promise<{ reminded: boolean }> {
  const company = task.companyId;
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
    // The record was changed at the same time: the state machine retries.
    if (error instanceof ConditionFailed) throw new Error('The record of the transport was changed meanwhile.', { cause: error });
    throw error;
  }
}
