import { isConsumer, isExternal } from '../../model/identifiers.ts';
import { customerOf, isSelfBilled } from '../../model/roles.ts';
import { TaxauthAnswerLost, TaxauthRefused } from '../../taxauth/client/errors.ts';
import type { TaxauthClient } from '../../taxauth/client/client.ts';
import { instant, presentInstant } from '../../kernel/clock.ts';
import { awaitsDispatch, markDispatched } from '../../store/outbox.ts';
import { type CompanyId, companyKey, companyScope, type Key } from '../../store/table.ts';
import { type Commit, create, transact, type Write } from '../../store/transact.ts';
import { newEvent } from '../../documents/timeline.ts';
import { invoiceNotification, invoiceSummary, notification, type Notification } from '../../webhooks/notification.ts';
import type { PersonRef } from '../../model/document.ts';
import type { Invoice, InvoiceDocument, InvoiceEvent } from '../../model/invoice.ts';
import { changeDocument, type Outcome } from '../../documents/transition.ts';
import { INVOICES } from '../store.ts';
import { uploadIndexWrite } from './upload-index.ts';
import type { StoredInvoice } from '../read.ts';

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

const submissionKey = ({ companyId, submissionId }: SubmissionInput): Key =>
  companyKey(companyScope(companyId), `SUBMISSION#${submissionId}`);

export const submissionWrite = (input: SubmissionInput): Write =>
  create({ ...submissionKey(input), kind: 'submission', data: input, ...awaitsDispatch(input.submissionId) });

/** Notes that the state machine has started: from here on the state machine is responsible for the submission. */
export const submissionBegun = (input: SubmissionInput): Promise<void> => markDispatched(submissionKey(input));

/**
 * Sends the document, or finds it when an earlier try of the same submission may have sent it.
 *
 * @param mayBeSent whether an earlier try could have got through: then the authority's messages are searched first.
 * @returns the upload's index
 * @throws the errors of taxauth/client/errors.ts; `TaxauthAnswerLost` when it is not known whether the document was taken.
 */
export async function uploadOnce(client: TaxauthClient, document: InvoiceDocument, mayBeSent: boolean): Promise<string> {
  // The files' client is loaded when something is sent: most of what is refused is refused before.
  const { issuedTextOf } = await import('../files/xml.ts');
  const xml = await issuedTextOf(document);
  const cif = document.seller.cif ?? '';
  const find = async (): Promise<string | undefined> => {
    const since = new Date(document.submission?.startedAt ?? instant());
    // Answers are rarely lost, so the search and the reader of archives are loaded only when one was.
    const [{ findUpload }, { keptArchive }] = await Promise.all([
      import('../../taxauth/client/find-upload.ts'),
      import('../../taxauth/message-archives.ts'),
    ]);
    // Archives are kept: each upload in doubt looks at the messages of all the others, and the authority serves a message only ten times a day.
    const archiveOf = (messageId: string) => keptArchive(client, { companyId: document.companyId, messageId });
    return (await findUpload(client, { cif, since, isSame: other => sameXml(other, xml), archiveOf }))?.uploadIndex;
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
export const recordUpload = (
  stored: StoredInvoice,
  submissionId: string,
  uploadIndex: string,
  user: PersonRef | null,
  commit: Commit<StoredInvoice>,
): Promise<StoredInvoice | undefined> =>
  changeDocument<Invoice, StoredInvoice, StoredInvoice | undefined>(
    INVOICES,
    { company: scopeOf(stored), id: stored.document.id, loaded: stored },
    { commit },
    current => {
      if (current?.document.taxauthSubmissionId === submissionId) return { unchanged: current };
      if (current?.document.submission?.id !== submissionId) return { unchanged: undefined };
      const also = { writes: [uploadIndexWrite(scopeOf(stored), uploadIndex, current.document.id)] };
      return { ...uploaded(current.document, submissionId, uploadIndex, user), also };
    },
  );

/** The document after its upload, with the timeline entry and the notifications that say so. Pure. */
export function uploaded(
  before: InvoiceDocument,
  submissionId: string,
  uploadIndex: string,
  user: PersonRef | null,
  at: string = instant(),
): Outcome<Invoice> {
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
  const metadata = { submissionId, downloadId: null };
  return {
    after,
    event: newEvent('taxauth_submitted', after.status, 'Submitted to the tax authority', user, metadata),
    notifications: [
      notification('invoice.submitted', {
        ...invoiceSummary(after),
        taxauthSubmissionId: submissionId,
        submittedAt: presentInstant(at),
      }),
      invoiceNotification('invoice.updated', after),
    ],
  };
}

/** Withdraws an intent when nothing was sent: the document becomes what it was before, or goes into error with the errors of `failed`. */
export const withdrawIntent = (
  company: CompanyId,
  invoiceId: string,
  submissionId: string,
  failed?: { errors: string[] },
): Promise<void> =>
  changeDocument<Invoice, StoredInvoice, void>(INVOICES, { company, id: invoiceId }, { commit: transact }, stored =>
    stored?.document.submission?.id === submissionId
      ? withdrawn(stored.document, submissionId, failed)
      : { unchanged: undefined },
  );

/** The document without the intent: as it was, or in error for what failed. Pure. */
export function withdrawn(
  before: InvoiceDocument,
  submissionId: string,
  failed: { errors: string[] } | undefined,
  at: string = instant(),
): Outcome<Invoice> {
  if (!failed) {
    const taxauthStatus = before.taxauthSubmissionId ? before.taxauthStatus : null;
    return { after: { ...before, submission: null, taxauthStatus, updatedAt: at } };
  }
  const { errors } = failed;
  const failure = { status: 'error', taxauthStatus: 'error', taxauthValidationErrors: errors } as const;
  const after: InvoiceDocument = { ...before, ...failure, submission: null, updatedAt: at };
  return {
    after,
    event: newEvent('status_change', 'error', 'The tax authority could not be reached', null, { submissionId }),
    notifications: [rejection(after, errors)],
  };
}

/** The notification of a failed submission: the authority refused the document, or could not be reached. */
export const rejection = (invoice: InvoiceDocument, errors: string[]): Notification =>
  notification('invoice.rejected', {
    invoiceUuid: invoice.id,
    invoiceNumber: invoice.number,
    status: invoice.status,
    taxauthSubmissionId: invoice.taxauthSubmissionId,
    rejectionErrors: errors,
  });

export const scopeOf = (stored: StoredInvoice): CompanyId => companyScope(stored.document.companyId);
