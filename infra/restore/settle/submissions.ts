import { instantOfId, newId } from '#shared/base/kernel/ids.ts';
import { headerWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { type PlannedSubmission, planWrite } from '#shared/documents/invoices/submission/planned.ts';
import { submissionWrite } from '#shared/documents/invoices/submission/submission.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { about, type Gap, type Settled, type Stored } from './settled.ts';

/**
 * Submissions to the tax authority: none counts as done, since the restored table must learn their upload and verdict. They go on in a way
 * that asks the authority before anything is sent.
 */

export function plannedSubmission(item: Stored, { to, until }: Gap): Settled[] {
  const planned = item['data'] as PlannedSubmission;
  const { companyId, invoiceId, at } = planned;
  if (at > until || planned.perhapsSentSince) return [];
  const perhapsSentSince = at < to ? at : to;
  const write = () => transact([planWrite({ ...planned, perhapsSentSince })]);
  return [{ kind: 'planned submissions', of: about(companyId, 'document', invoiceId, at), write }];
}

/**
 * A submission that was under way: its execution may have ended since, and a name of an execution is used once, so it gets a new id. Pure
 * except for the id; undefined for a document without one.
 */
export function begunAgain(before: Invoice, submissionId: string): Invoice | undefined {
  if (before.direction !== 'outgoing') return undefined;
  if (before.submission) return { ...before, submission: { ...before.submission, id: submissionId } };
  return before.taxauthStatus === 'uploaded' && !before.taxauthDownloadId
    ? { ...before, taxauthSubmissionId: submissionId }
    : undefined;
}

export function submissionUnderWay(item: Stored, { to }: Gap): Settled[] {
  const before = item['data'] as Invoice;
  const submissionId = newId();
  const after = begunAgain(before, submissionId);
  // One that an earlier run of the command has begun again has an id of after the restored second.
  if (!after || instantOfId(before.submission?.id ?? before.taxauthSubmissionId ?? '') > to) return [];
  const { companyId, id: invoiceId } = before;
  const write = () =>
    transact([
      ...headerWrites(INVOICES, [{ before, after, recorded: [] }]),
      submissionWrite({ companyId, invoiceId, submissionId }),
    ]);
  return [{ kind: 'submissions under way', of: about(companyId, 'document', invoiceId), write }];
}
