import { today } from '#shared/base/kernel/clock.ts';
import type { Company } from '#shared/model/company.ts';
import type { PastCounts } from '#shared/output/mail/requests.ts';
import { limitsOf, removesAny } from './limits.ts';
import { countPast } from './past.ts';
import { readRun, type RunItem } from './record.ts';

/** What of a company is past its time, and the last removal of that. */
export interface RetentionView {
  company: Company;
  past: PastCounts;
  run: RunItem | undefined;
}

const NOTHING: PastCounts = { drafts: 0, documents: 0, clients: 0 };

const pastOf = async (company: Company): Promise<PastCounts> =>
  removesAny(company.retention) ? countPast(company.id, limitsOf(company, company.retention, today())) : NOTHING;

export async function readRetention(company: Company): Promise<RetentionView> {
  const [past, run] = await Promise.all([pastOf(company), readRun(company.id)]);
  return { company, past, run };
}
