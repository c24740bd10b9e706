import { isConsumer, isExternal } from '../../model/identifiers.ts';
import { customerOf, isSelfBilled } from '../../model/roles.ts';
import { TaxauthAnswerLost, TaxauthRefused } from '../../taxauth/client/errors.ts';
import type { TaxauthClient } from '../../taxauth/client/client.ts';
import { findUpload } from '../../taxauth/client/find-upload.ts';
import { instant, shownInstant } from '../../kernel/clock.ts';
import { type CompanyId, companyKey, companyScope } from '../../store/table.ts';
import { type Commit, create, retryOnContention, transact, type Write } from '../../store/transact.ts';
import { newEvent } from '../../documents/timeline.ts';
import { invoiceNotification, invoiceSummary, type Notification, notification } from '../../webhooks/notification.ts';
import type { PersonRef } from '../../model/document.ts';
import type { InvoiceDocument, InvoiceEvent, InvoiceStatus } from '../../model/invoice.ts';
import { changeWrites, readInvoice, type StoredInvoice } from '../../documents/store.ts';

/**
 * A submission to the tax authority in steps that survive a death between any two (design.md §5):
 *
 *   intent (one transaction, also the outbox item that starts the state machine) → upload → record (one transaction).
 *
 * The caller's own function does all three at once; the state machine waits a while, then does what is missing. An upload
 * whose answer was lost is looked for before it is sent again, so that the authority gets a document once.
 */

/** Input of statemachines/submit-invoice.asl.json and of its tasks. */
export interface SubmissionInput {
  companyId: string;
  invoiceId: string;
  submissionId: string;
}

export const submissionWrite = (input: SubmissionInput): Write =>
  create({ ...companyKey(companyScope(input.companyId), `SUBMISSION#${input.submissionId}`), kind: 'submission', data: input });

/**
 * Sends the document, or finds it when an earlier try of the same submission may have sent it.
 *
 * @param mayBeSent whether an earlier try could have got through: then the authority's messages are searched first.
 * @returns the upload's index
 * @throws the errors of taxauth/client/errors.ts; `TaxauthAnswerLost` when it is not known whether the document was taken.
 */
export async function uploadOnce(client: TaxauthClient, document: InvoiceDocument, mayBeSent: boolean): Promise<string> {
  // The files' client is loaded when something is sent: most of what is refused is refused before.
  const { xmlOf } = await import('../files/xml.ts');
  const xml = await xmlOf(document);
  const cif = document.seller.cif ?? '';
  const find = async (): Promise<string | undefined> => {
    const since = new Date(document.submission?.startedAt ?? instant());
    return (await findUpload(client, { cif, since, isSame: other => sameXml(other, xml) }))?.uploadIndex;
  };
  const earlier = mayBeSent ? await find() : undefined;
  if (earlier !== undefined) return earlier;
  const buyer = customerOf(document);
  try {
    const { uploadIndex } = await client.uploadInvoice({
      cif,
      xml,
      standard: document.invoiceTypeCode === '381' ? 'CN' : 'UBL',
      // Documents for consumers go to an endpoint of their own: the authority asks for it since 31 March 2025.
      b2c: buyer !== null && isConsumer(buyer),
      external: buyer !== null && isExternal(buyer),
      selfBilled: isSelfBilled(document),
    });
    return uploadIndex;
  } catch (error) {
    if (error instanceof TaxauthRefused && error.duplicateOf) return error.duplicateOf;
    if (!(error instanceof TaxauthAnswerLost)) throw error;
    const found = await find().catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
}

/**
 * The upload of an earlier submission that ended without a verdict, if the authority has it in process or accepted it: it is not
 * repeated (completions-documents §1.12). What was corrected since then is another document.
 *
 * @throws the errors of taxauth/client/errors.ts
 */
export async function standingUpload(client: TaxauthClient, { document, events }: StoredInvoice): Promise<string | undefined> {
  const { taxauthUploadIndex: uploadIndex, taxauthDownloadId } = document;
  if (!uploadIndex || taxauthDownloadId || isCorrected(events)) return undefined;
  try {
    return (await client.checkStatus(uploadIndex)).state === 'nok' ? undefined : uploadIndex;
  } catch (error) {
    if (error instanceof TaxauthRefused) return undefined;
    throw error;
  }
}

/** Whether the document was changed after it was sent last; the timeline is newest first. */
const isCorrected = (events: readonly InvoiceEvent[]): boolean =>
  events.find(({ type }) => type === 'updated' || type === 'taxauth_submitted')?.type === 'updated';

// The authority returns what it was sent; white space at the ends is all that a transport may change.
const sameXml = (a: string, b: string): boolean => a.trim() === b.trim();

/** Records that the authority has the document: status, index, timeline. Idempotent by submission. @returns undefined when the intent is gone. */
export function recordUpload(
  stored: StoredInvoice,
  submissionId: string,
  uploadIndex: string,
  user: PersonRef | null,
  commit: Commit<StoredInvoice>,
): Promise<StoredInvoice | undefined> {
  return retryOnContention(async attempt => {
    const current = attempt === 0 ? stored : await readInvoice(scopeOf(stored), stored.document.id);
    if (!current) return undefined;
    const before = current.document;
    if (before.taxauthSubmissionId === submissionId) return current;
    if (before.submission?.id !== submissionId) return undefined;
    const at = instant();
    const after: InvoiceDocument = {
      ...before,
      status: before.isCreditNote ? 'uploaded' : 'sent_to_provider',
      submission: null,
      taxauthStatus: 'uploaded',
      taxauthSubmissionId: submissionId,
      taxauthUploadIndex: uploadIndex,
      taxauthDownloadId: null,
      taxauthValidationErrors: null,
      submittedAt: at,
      updatedAt: at,
    };
    const event = newEvent('taxauth_submitted', after.status, 'Submitted to the tax authority', user, {
      submissionId,
      downloadId: null,
    });
    const webhooks = [
      notification('invoice.submitted', {
        ...invoiceSummary(after),
        taxauthSubmissionId: submissionId,
        submittedAt: shownInstant(at),
      }),
      invoiceNotification('invoice.updated', after),
    ];
    return commit(changeWrites(before, after, [{ event, webhooks }]), {
      ...current,
      document: { ...after, version: before.version + 1 },
      events: [event, ...current.events],
      nextNumber: stored.nextNumber ?? null,
    });
  });
}

/** Takes an intent back: nothing was sent. The document is as before it (completions-documents §1.12: nothing stored). */
export async function withdrawIntent(
  scope: CompanyId,
  invoiceId: string,
  submissionId: string,
  failed?: { errors: string[] },
): Promise<void> {
  await retryOnContention(async () => {
    const before = (await readInvoice(scope, invoiceId))?.document;
    if (before?.submission?.id !== submissionId) return;
    const status: InvoiceStatus = failed ? 'error' : before.status;
    const taxauthStatus = failed ? 'error' : before.taxauthSubmissionId ? before.taxauthStatus : null;
    const after: InvoiceDocument = {
      ...before,
      status,
      submission: null,
      taxauthStatus,
      ...(failed && { taxauthValidationErrors: failed.errors }),
      updatedAt: instant(),
    };
    const event = newEvent('status_change', 'error', 'The tax authority could not be reached', null, { submissionId });
    await transact(changeWrites(before, after, failed ? [{ event, webhooks: [rejection(after, failed.errors)] }] : []));
  });
}

/** The notification of a refusal, by the authority or for want of its answer. */
export const rejection = (invoice: InvoiceDocument, errors: string[]): Notification =>
  notification('invoice.rejected', {
    invoiceUuid: invoice.id,
    invoiceNumber: invoice.number,
    status: invoice.status,
    taxauthSubmissionId: invoice.taxauthSubmissionId,
    rejectionErrors: errors,
  });

export const scopeOf = (stored: StoredInvoice): CompanyId => companyScope(stored.document.companyId);
