import {
  TaxauthAnswerLost,
  TaxauthRateLimited,
  TaxauthRefused,
  TaxauthUnauthorized,
  TaxauthUnavailable,
} from '#shared/authority/taxauth/client/errors.ts';
import { type AuthorityAccess, authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import { instant, presentInstant } from '#shared/base/kernel/clock.ts';
import { badRequest, conflict, rateLimited, unavailable, validation } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { type Commit, commitPlainly } from '#shared/platform/store/transact.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { type Outcome, transition } from '#shared/documents/common/transition.ts';
import { INVOICES } from '../store.ts';
import type { StoredInvoice } from '../read.ts';
import { permittedInvoice } from '../states.ts';
import { recordUpload, scopeOf, standingUpload, submissionWrite, uploadOnce, withdrawIntent } from './submission.ts';
import { refuseInvalid } from '../validation/refuse-invalid.ts';

export interface SubmitRequest {
  loaded: StoredInvoice;
  /** How the company reaches the authority; null without a valid connection. */
  access: AuthorityAccess | null;
  by: PersonRef;
  /** The instant since which the document may have been sent without the table knowing it; undefined: it was not. */
  perhapsSentSince?: string | undefined;
  commit: Commit<StoredInvoice>;
}

/**
 * Submits an issued document (EIN-17 to EIN-24). The state machine records the verdict later.
 *
 * @throws 404; 409 when it is not issued, already submitted or being submitted; 400 without a valid connection; 422 when the
 *   document is invalid or the authority refuses it; 429 at the rate limit of the authority and 503 when it is unavailable, with
 *   nothing stored; 503 when the response to the upload was lost, and the state machine finds out whether it arrived.
 */
export async function submitInvoice({ loaded, access, by, commit, ...request }: SubmitRequest): Promise<StoredInvoice> {
  permittedInvoice('submit', loaded.document);
  const perhapsSentSince = request.perhapsSentSince ?? loaded.document.perhapsSentSince;
  if (!access) throw badRequest('The company has no valid connection to the tax authority.', { reason: 'taxauth_not_connected' });
  // Validates the stored bytes that are sent, not XML that is written now.
  const { issuedTextOf } = await import('../files/xml.ts');
  await refuseInvalid(loaded.document, { xml: await issuedTextOf(loaded.document) });
  const client = authorityClient(access);
  const intent = await recordIntent(loaded, by, perhapsSentSince);
  const submissionId = intent.document.submission?.id ?? '';
  try {
    const uploadIndex =
      (await standingUpload(client, intent)) ?? (await uploadOnce(client, intent.document, perhapsSentSince !== undefined));
    const recorded = await recordUpload(intent, submissionId, uploadIndex, by, commit);
    if (!recorded) throw conflict('The submission was withdrawn.', { status: intent.document.status, reason: 'withdrawn' });
    return recorded;
  } catch (error) {
    throw await refused(intent, { submissionId, isExpected: 'sandbox' in access }, error);
  }
}

/** Stores the intent to submit; its transaction also starts the state machine. */
const recordIntent = (loaded: StoredInvoice, by: PersonRef, since: string | undefined): Promise<StoredInvoice> =>
  transition(INVOICES, loaded, 'submit', { commit: commitPlainly }, ({ document }) => intended(document, by, since));

/** The document with the intent to submit it. Pure except for id and time. @throws 409 while another submission is in progress */
function intended(before: InvoiceDocument, by: PersonRef, startedAt = instant()): Outcome<Invoice> {
  if (before.submission) {
    throw conflict('A submission is in progress: wait for its end.', {
      status: before.status,
      reason: 'submission_in_progress',
      startedAt: presentInstant(before.submission.startedAt),
    });
  }
  const submission = { id: newId(), startedAt, userId: by.id };
  return {
    after: { ...before, submission, taxauthStatus: 'pending' },
    also: {
      writes: [submissionWrite({ companyId: before.companyId, invoiceId: before.id, submissionId: submission.id })],
    },
  };
}

/**
 * The error for the caller after a failed upload. Withdraws the intent unless the document may have arrived.
 *
 * @param isExpected a sandbox company has asked for the failure
 */
async function refused(
  intent: StoredInvoice,
  { submissionId, isExpected }: { submissionId: string; isExpected: boolean },
  error: unknown,
): Promise<unknown> {
  const withdraw = (): Promise<void> => withdrawIntent(scopeOf(intent), intent.document.id, submissionId);
  if (error instanceof TaxauthAnswerLost) {
    // It may have arrived: the state machine finds out. Withdrawing the intent now could send the document twice.
    return unavailable('The upload timed out and its outcome is being checked. Do not resubmit; poll the invoice.', {
      retryAfter: 60,
      cause: error,
      isExpected,
    });
  }
  if (error instanceof TaxauthUnavailable) {
    await withdraw();
    return unavailable('The tax authority is unavailable; try again.', { retryAfter: 60, cause: error, isExpected });
  }
  if (error instanceof TaxauthRateLimited) {
    await withdraw();
    return rateLimited('The limit of the tax authority is reached.', error.retryAfter, { retryAfter: error.retryAfter });
  }
  if (error instanceof TaxauthUnauthorized) {
    await withdraw();
    return badRequest('The tax authority does not accept the connection of the company.', { reason: 'taxauth_not_connected' });
  }
  if (error instanceof TaxauthRefused) {
    await withdraw();
    return validation('The tax authority refused the invoice.', { taxauth: error.errors });
  }
  return error;
}
