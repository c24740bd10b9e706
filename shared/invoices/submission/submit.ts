import {
  TaxauthAnswerLost,
  TaxauthRateLimited,
  TaxauthRefused,
  TaxauthUnauthorized,
  TaxauthUnavailable,
} from '../../taxauth/client/errors.ts';
import { authorityClient } from '../../taxauth/connections/authority-client.ts';
import { instant, presentInstant } from '../../kernel/clock.ts';
import { badRequest, conflict, rateLimited, unavailable, validation } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Commit, commitPlainly } from '../../store/transact.ts';
import type { PersonRef } from '../../model/document.ts';
import type { Invoice, InvoiceDocument } from '../../model/invoice.ts';
import { type Outcome, transition } from '../../documents/transition.ts';
import { INVOICES } from '../store.ts';
import type { StoredInvoice } from '../read.ts';
import { permittedInvoice } from '../states.ts';
import { recordUpload, scopeOf, standingUpload, submissionWrite, uploadOnce, withdrawIntent } from './submission.ts';
import { refuseInvalid } from '../validation/refuse-invalid.ts';

export interface SubmitRequest {
  loaded: StoredInvoice;
  /** The company's connection to the authority; null when it has none that is in force. */
  token: string | null;
  by: PersonRef;
  commit: Commit<StoredInvoice>;
}

/**
 * Submits an issued document (interface.md §submit; completions-documents §1.12). The verdict follows by the state machine.
 *
 * @throws 404; 409 when it is not issued, already submitted or being submitted; 400 without a connection; 422 when the document is
 *   not in order; 503 and 429 when the authority cannot take it now, with nothing stored.
 */
export async function submitInvoice({ loaded, token, by, commit }: SubmitRequest): Promise<StoredInvoice> {
  permittedInvoice('submit', loaded.document);
  if (!token) throw badRequest('The company has no valid connection to the tax authority.', { reason: 'taxauth_not_connected' });
  // The very bytes that are to be sent, whatever wrote them when.
  const { issuedTextOf } = await import('../files/xml.ts');
  await refuseInvalid(loaded.document, { xml: await issuedTextOf(loaded.document) });
  const client = authorityClient(token);
  const intent = await recordIntent(loaded, by);
  const submissionId = intent.document.submission?.id ?? '';
  try {
    const uploadIndex = (await standingUpload(client, intent)) ?? (await uploadOnce(client, intent.document, false));
    const recorded = await recordUpload(intent, submissionId, uploadIndex, by, commit);
    if (!recorded) throw conflict('The submission was withdrawn.', { status: intent.document.status, reason: 'withdrawn' });
    return recorded;
  } catch (error) {
    throw await refused(intent, submissionId, error);
  }
}

/** Writes down that a submission begins, and starts the state machine that will see it through. */
const recordIntent = (loaded: StoredInvoice, by: PersonRef): Promise<StoredInvoice> =>
  transition(INVOICES, loaded, 'submit', { commit: commitPlainly }, ({ document }) => intended(document, by));

/** The document that is to be sent. Pure but for the new id. @throws 409 while another submission is under way */
function intended(before: InvoiceDocument, by: PersonRef): Outcome<Invoice> {
  if (before.submission) {
    throw conflict('A submission is under way.', {
      status: before.status,
      reason: 'submission_in_progress',
      startedAt: presentInstant(before.submission.startedAt),
    });
  }
  const submission = { id: newId(), startedAt: instant(), userId: by.id };
  return {
    after: { ...before, submission, taxauthStatus: 'pending' },
    also: {
      writes: [submissionWrite({ companyId: before.companyId, invoiceId: before.id, submissionId: submission.id })],
    },
  };
}

/** The answer to a failed upload; the intent is taken back unless the document may have arrived. */
async function refused(intent: StoredInvoice, submissionId: string, error: unknown): Promise<unknown> {
  const withdraw = (): Promise<void> => withdrawIntent(scopeOf(intent), intent.document.id, submissionId);
  if (error instanceof TaxauthAnswerLost) {
    // It may be there: the state machine finds out. Taking the intent back now could send the document twice.
    return unavailable('The upload timed out and its outcome is being checked. Do not resubmit; poll the invoice.', {
      retryAfter: 60,
      cause: error,
    });
  }
  if (error instanceof TaxauthUnavailable) {
    await withdraw();
    return unavailable('The tax authority is unavailable; try again.', { retryAfter: 60, cause: error });
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
