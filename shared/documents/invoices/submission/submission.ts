import { isConsumer, isExternal } from '#shared/model/identifiers.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { customerOf, isSelfBilled } from '#shared/model/roles.ts';
import { TaxauthAnswerLost, TaxauthRefused } from '#shared/authority/taxauth/client/errors.ts';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { instant, presentInstant } from '#shared/base/kernel/clock.ts';
import { awaitsDispatch, markDispatched } from '#shared/platform/store/outbox.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { type Commit, create, transact, type Write } from '#shared/platform/store/transact.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import {
  invoiceNotification,
  invoiceSummary,
  metadataOf,
  notification,
  type Notification,
} from '#shared/output/webhooks/notification.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { changeDocument, type Outcome } from '#shared/documents/common/transition.ts';
import { INVOICES } from '../store.ts';
import { uploadIndexWrite } from './upload-index.ts';
import type { InvoiceParts, StoredInvoice } from '../read.ts';

/**
 * A submission to the tax authority, in steps that can be resumed when the process dies between any two:
 *
 *   intent (one transaction, also the outbox item that starts the state machine) → upload → record (one transaction).
 *
 * The API function performs all three in one request. The state machine waits, then performs those that are missing. When the
 * response to an upload was lost, the authority's messages are searched before the document is sent again, so that it arrives only
 * once.
 */

/** Input of statemachines/submit-invoice.asl.json and of its tasks. */
export interface SubmissionInput {
  companyId: CompanyId;
  invoiceId: string;
  submissionId: string;
}

const submissionKey = ({ companyId, submissionId }: SubmissionInput): Key => companyKey(companyId, `SUBMISSION#${submissionId}`);

export const submissionWrite = (input: SubmissionInput): Write =>
  create({ ...submissionKey(input), kind: 'submission', data: input, ...awaitsDispatch(input.submissionId) });

/**
 * Notes that the state machine has started: from here on the state machine is responsible for the submission. Each poll calls it, and a
 * read costs a tenth of a write.
 */
export async function submissionBegun(input: SubmissionInput): Promise<void> {
  const [waiting] = await getItems<Item>([submissionKey(input)], { consistent: false });
  if (waiting?.duePk) await markDispatched(submissionKey(input));
}

/**
 * Sends the document, or finds the upload of an earlier attempt of the same submission.
 *
 * @param mayBeSent whether an earlier attempt may have reached the authority: then its messages are searched first
 * @returns the upload's index
 * @throws the errors of taxauth/client/errors.ts; among them `TaxauthAnswerLost` when it is unknown whether the document arrived
 */
export async function uploadOnce(client: TaxauthClient, document: InvoiceDocument, mayBeSent: boolean): Promise<string> {
  // Loaded on demand: most refused requests do not get here.
  const { issuedTextOf } = await import('../files/xml.ts');
  const xml = await issuedTextOf(document);
  const cif = document.seller.cif ?? '';
  const find = async (): Promise<string | undefined> => {
    const since = new Date(document.submission?.startedAt ?? instant());
    // Answers are rarely lost, so the search and the reader of archives are loaded only when one was.
    const [{ findUpload }, { keptArchive }] = await Promise.all([
      import('#shared/authority/taxauth/client/find-upload.ts'),
      import('#shared/authority/taxauth/message-archives.ts'),
    ]);
    // Archives are cached: each search reads the messages of other uploads too, and the authority serves a message only ten times a
    // day.
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
      // Documents for consumers have an endpoint of their own, required since 31 March 2025.
      b2c: buyer !== null && isConsumer(buyer),
      external: buyer !== null && isExternal(buyer),
      selfBilled: isSelfBilled(document),
    });
    return uploadIndex;
  } catch (error) {
    if (error instanceof TaxauthRefused && error.duplicateOf) {
      // Loaded on demand: it reads archives, which few submissions need.
      const { isSameUpload } = await import('./earlier-upload.ts');
      if (await isSameUpload(client, document, error.duplicateOf)) return error.duplicateOf;
      throw error;
    }
    if (!(error instanceof TaxauthAnswerLost)) throw error;
    const found = await find().catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
}

/**
 * The index of the upload of an earlier submission that ended without a verdict, if the authority is processing it or has accepted
 * it: then the document is not uploaded again (EIN-21, EIN-22). Undefined when there is none, or when the document was
 * corrected since.
 *
 * @throws the errors of taxauth/client/errors.ts, except `TaxauthRefused`
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

/**
 * Whether the document may have changed after it was last sent: it was updated, or it was a draft again, which takes over changes of
 * its client and company.
 *
 * @param events the timeline, newest first
 */
export const isCorrected = (events: readonly Pick<DocumentEvent, 'type' | 'status'>[]): boolean =>
  events.find(({ type, status }) => type === 'updated' || status === 'draft' || type === 'taxauth_submitted')?.type !==
  'taxauth_submitted';

// The authority returns the XML as it was sent; only white space at its ends may differ.
const sameXml = (a: string, b: string): boolean => a.trim() === b.trim();

/** Records the upload of a submission: status, index, timeline. Idempotent. @returns undefined when the intent was withdrawn */
export const recordUpload = (
  stored: StoredInvoice,
  submissionId: string,
  uploadIndex: string,
  user: PersonRef | null,
  commit: Commit<StoredInvoice>,
): Promise<StoredInvoice | undefined> =>
  changeDocument<InvoiceParts, StoredInvoice | undefined>(
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

/** The document after its upload, with timeline entry and notifications. Pure. */
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
    perhapsSentSince: undefined,
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

/**
 * Withdraws an intent after nothing was sent.
 *
 * @param failed errors with which the document gets status `error`; without it, the status stays
 */
export const withdrawIntent = (
  company: CompanyId,
  invoiceId: string,
  submissionId: string,
  failed?: { errors: string[] },
): Promise<void> =>
  changeDocument(INVOICES, { company, id: invoiceId }, { commit: transact }, stored =>
    stored?.document.submission?.id === submissionId
      ? withdrawn(stored.document, submissionId, failed)
      : { unchanged: undefined },
  );

/** The document without the intent; with `failed`, in status `error`. Pure. */
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
  // An answer may have been lost amid the tries: the next submission looks first whether the document has arrived (EIN-22).
  const perhapsSentSince = before.perhapsSentSince ?? before.submission?.startedAt;
  const after: InvoiceDocument = { ...before, ...failure, submission: null, perhapsSentSince, updatedAt: at };
  return {
    after,
    event: newEvent('status_change', 'error', 'The tax authority could not be reached', null, { submissionId }),
    notifications: [rejection(after, errors)],
  };
}

/** The notification of a failed submission: the authority rejected the document, gave no answer, or could not be reached. */
export const rejection = (invoice: InvoiceDocument, errors: string[]): Notification =>
  notification('invoice.rejected', {
    invoiceUuid: invoice.id,
    invoiceNumber: invoice.number,
    status: invoice.status,
    taxauthSubmissionId: invoice.taxauthSubmissionId,
    rejectionErrors: errors,
    ...metadataOf(invoice),
  });

export const scopeOf = (stored: StoredInvoice): CompanyId => stored.document.companyId;
