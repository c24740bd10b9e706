import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { readCompany } from '#shared/platform/access/records.ts';
import { secondsSince } from '#shared/base/kernel/clock.ts';
import { unavailable } from '#shared/base/kernel/errors.ts';
import { log } from '#shared/base/kernel/log.ts';
import { authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import { connectionOf } from '#shared/authority/taxauth/connections/find-connection.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { SYSTEM } from '#shared/documents/common/timeline.ts';
import { readInvoice, type StoredInvoice } from '../read.ts';
import { recordUpload, standingUpload, submissionBegun, type SubmissionInput, uploadOnce, withdrawIntent } from './submission.ts';
import { checkSubmission, type Recorded, recordVerdict } from './verdict.ts';

/** The steps of statemachines/submit-invoice.asl.json. Each is idempotent, also when another process has done its work already. */

export const submissionInput = z.object({ companyId: companyId(), invoiceId: z.guid(), submissionId: z.guid() });

async function connected(input: SubmissionInput): Promise<TaxauthClient> {
  const company = await readCompany(input.companyId);
  const access = company && (await connectionOf(company, { notesUse: false }));
  // Retried by the state machine: the connection may be renewed meanwhile.
  if (!access) throw unavailable('The company has no valid connection to the tax authority.', { retryAfter: 60 });
  return authorityClient(access);
}

const personWhoSubmitted = (stored: StoredInvoice) =>
  stored.events.find(event => event.user?.id === stored.document.submission?.userId)?.user ?? SYSTEM;

/**
 * Uploads the document, unless the API function did.
 *
 * @returns whether the upload is recorded; false when the intent was withdrawn
 */
export async function ensureUploaded(input: SubmissionInput): Promise<{ uploaded: boolean }> {
  const stored = await readInvoice(input.companyId, input.invoiceId);
  if (stored?.document.taxauthSubmissionId === input.submissionId) return { uploaded: true };
  if (stored?.document.submission?.id !== input.submissionId) return { uploaded: false };
  const { startedAt } = stored.document.submission;
  // A metric counts it: how long the oldest document that is not delivered has been waiting (infra/stacks/observability/log-filters.ts).
  log.info('submission under way', { waitedSeconds: secondsSince(startedAt) });
  const client = await connected(input);
  const uploadIndex = (await standingUpload(client, stored)) ?? (await uploadOnce(client, stored.document, true));
  const recorded = await recordUpload(stored, input.submissionId, uploadIndex, personWhoSubmitted(stored), commitPlainly);
  return { uploaded: recorded !== undefined };
}

/** Asks for the verdict once. @throws `StillProcessing` while there is none; `NotUploaded` */
export async function checkOnce(input: SubmissionInput): Promise<Recorded> {
  const [stored] = await Promise.all([readInvoice(input.companyId, input.invoiceId), submissionBegun(input)]);
  return checkSubmission(() => connected(input), input, stored);
}

/** Sets the document to `error` after the last poll without an answer (EIN-27). */
export const recordNoAnswer = (input: SubmissionInput) => recordVerdict(input.companyId, input, { verdict: 'unanswered' });

/** Sets the document to `error` after the last attempt to upload it; it can be submitted again. */
export async function recordFailedUpload(input: SubmissionInput, failure: string): Promise<{ status: string }> {
  await withdrawIntent(input.companyId, input.invoiceId, input.submissionId, {
    errors: [`The invoice could not be sent to the tax authority (${failure}).`],
  });
  return { status: 'error' };
}
