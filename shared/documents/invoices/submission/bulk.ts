import * as z from 'zod';
import type { Actor } from '#shared/platform/access/model.ts';
import { readHeaders } from '#shared/documents/common/headers.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { instantIn, presentInstant } from '#shared/base/kernel/clock.ts';
import { id } from '#shared/base/kernel/fields.ts';
import { badRequest, notFound, Problem } from '#shared/base/kernel/errors.ts';
import { isConnected } from '#shared/authority/taxauth/connections/find-connection.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { check, type Commit, commitPlainly, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import { permittedInvoice } from '../states.ts';
import { planWrite } from './planned.ts';

/** The body of a request that submits several documents. */
export const bulkSubmissionBody = z
  .object({
    ids: z.array(id()).min(1, 'must have 1 to 100 ids').max(100, 'must have 1 to 100 ids'),
  })
  .meta({ id: 'BulkSubmission' });

/** What came of each document: the time for which its submission is planned, or why it is not. */
export interface BulkPlan {
  planned: number;
  results: { invoiceId: string; plannedAt: string | null; error: string | null }[];
}

/** How many documents of a request are submitted in a minute: after an outage, all companies begin again at once. */
const PER_MINUTE = 10;

/** Each takes two writes; a transaction has up to 100, of which the answer for an `Idempotency-Key` needs some. */
const PER_TRANSACTION = 45;

/**
 * Plans the submission of issued documents (EIN-59), the first of them at once. A plan replaces an earlier one of the document, so a
 * repetition changes nothing but the time; what is submitted or cancelled meanwhile drops its plan.
 *
 * @throws 400 without a valid connection to the authority, if any document could be submitted
 */
export async function planSubmissions(
  ids: readonly string[],
  { company, by, commit }: { company: Company; by: Actor; commit: Commit<BulkPlan> },
): Promise<BulkPlan> {
  const unique = [...new Set(ids)];
  let outcome: BulkPlan = { planned: 0, results: [] };
  for (let at = 0; at < unique.length; at += PER_TRANSACTION) {
    const before = outcome;
    const commitSome = at + PER_TRANSACTION >= unique.length ? commit : commitPlainly<BulkPlan>;
    const some = unique.slice(at, at + PER_TRANSACTION);
    outcome = await retryOnContention(async () => {
      const { writes, after } = await planned(some, { before, company, userId: personOf(by).id });
      return writes.length > 0 ? commitSome(writes, after) : after;
    });
  }
  return outcome;
}

async function planned(
  ids: readonly string[],
  { before, company, userId }: { before: BulkPlan; company: Company; userId: string | null },
): Promise<{ writes: Write[]; after: BulkPlan }> {
  const [headers, connected] = await Promise.all([
    readHeaders<Invoice>(KINDS.invoice, company.id, ids),
    before.planned > 0 || isConnected(company),
  ]);
  const byId = new Map(headers.map(header => [header.id, header]));
  const after = { planned: before.planned, results: [...before.results] };
  const writes: Write[] = [];
  for (const one of ids) {
    const invoice = byId.get(one);
    const error = invoice ? refusalOf(invoice) : notFound(KINDS.invoice.title).message;
    if (error !== undefined) {
      after.results.push({ invoiceId: one, plannedAt: null, error });
      continue;
    }
    if (!connected)
      throw badRequest('The company has no valid connection to the tax authority.', { reason: 'taxauth_not_connected' });
    const at = instantIn(60 * Math.floor(after.planned / PER_MINUTE));
    after.planned += 1;
    after.results.push({ invoiceId: one, plannedAt: presentInstant(at), error: null });
    writes.push(
      // It may be submitted or cancelled at this moment, which has removed its plan.
      check(documentKey(KINDS.invoice, company.id, one), {
        expression: '#status = :issued',
        names: { '#status': 'status' },
        values: { ':issued': 'issued' },
      }),
      planWrite({ companyId: company.id, invoiceId: one, at, userId, tries: 0 }),
    );
  }
  return { writes, after };
}

/** Why a document is not planned. One that the authority refused is corrected first, and submitted by itself. */
function refusalOf(invoice: Invoice): string | undefined {
  try {
    permittedInvoice('submit', invoice);
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
  if (invoice.submission) return 'A submission is in progress: wait for its end.';
  return invoice.status === 'issued'
    ? undefined
    : `Only issued documents are submitted together: submit this one, in status ${invoice.status}, by itself.`;
}
