import type { Actor } from '#shared/platform/access/model.ts';
import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { readBankAccounts } from '#shared/records/parties/bank-accounts/store.ts';
import { Problem, unavailable } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import { createDocument, readForCreation } from '../create-document.ts';
import type { DocumentBody } from '../input.ts';
import { issueInvoice } from '../issue.ts';
import { readInvoice, type StoredInvoice } from '../read.ts';
import { readFor } from '../validation/rules-read.ts';

/**
 * Drafts many documents, and issues them if that is asked for (INV-81 to INV-84). Each is drafted and issued in transactions of its own, as by single
 * requests; what a run that died has made is found again by its key.
 */

/** What came of a document: the draft or the issued document, and the error that ended its work. */
export interface Outcome {
  stored?: StoredInvoice;
  error?: unknown;
}

/** Drafts that are made at a time: more of one company wait for each other's counters. */
const AT_ONCE = 5;

/** Milliseconds after which nothing more is begun: a request has 29 seconds, and one issue takes at most a few. */
const BEGINS_WITHIN = 20_000;

export interface Batch {
  company: Company;
  by: Actor;
  /** The documents in their order; an error in place of a body that is invalid. */
  bodies: readonly (DocumentBody | Error)[];
  issues: boolean;
  /** The current time in milliseconds, by any clock. */
  clock?: () => number;
}

/** Drafts all, then issues them one by one in their order, which is that of their numbers. */
export async function runBatch({ company, by, bodies, issues, clock = () => performance.now() }: Batch): Promise<Outcome[]> {
  const endsAt = clock() + BEGINS_WITHIN;
  const outcomes = bodies.map((body): Outcome => (body instanceof Error ? { error: body } : {}));
  /** Does a step of a document's work, unless it has ended. */
  const step = async (place: number, work: () => Promise<StoredInvoice>): Promise<void> => {
    const outcome = outcomes[place];
    if (!outcome || outcome.error !== undefined) return;
    try {
      if (clock() > endsAt) throw notInTime();
      outcome.stored = await work();
    } catch (error) {
      outcome.error = error;
    }
  };
  const waiting = bodies.entries();
  const draftNext = async (): Promise<void> => {
    for (const [place, body] of waiting) if (!(body instanceof Error)) await step(place, () => drafted(company, by, body));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, draftNext));
  if (!issues) return outcomes;
  const appearance = Promise.all([readBankAccounts(company.id), readPdfConfiguration(company.id)]);
  // A rejection belongs to the documents that need it.
  appearance.catch(() => undefined);
  for (const [place, { stored }] of outcomes.entries())
    if (stored?.document.status === 'draft')
      await step(place, async () => {
        const [loaded, series, [bankAccounts, configuration]] = await Promise.all([
          readFor('issue', company.id, stored.document.id),
          readSeries(company.id),
          appearance,
        ]);
        return issueInvoice({ company, loaded, series, bankAccounts, configuration, by, commit: commitPlainly });
      }).then(() => unlessIssued(company.id, outcomes[place]));
  return outcomes;
}

/** The same batch may run twice at once: what the other run has issued is no error. */
async function unlessIssued(company: CompanyId, outcome: Outcome | undefined): Promise<void> {
  if (!(outcome?.error instanceof Problem) || outcome.error.code !== 'conflict' || !outcome.stored) return;
  const now = await readInvoice(company, outcome.stored.document.id);
  if (now && now.document.status !== 'draft') Object.assign(outcome, { stored: now, error: undefined });
}

const notInTime = () =>
  unavailable('Not done in time: send the batch again, with the same keys.', { retryAfter: 1, isExpected: true });

async function drafted(company: Company, by: Actor, body: DocumentBody): Promise<StoredInvoice> {
  const read = await readForCreation(company.id, company, body);
  return createDocument({ read, body, company, by, commit: commitPlainly, idempotent: false });
}
