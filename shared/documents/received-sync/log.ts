import type { Company } from '#shared/model/company.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { presentLog } from './messages/present.ts';
import { lastProcessed } from './messages/store.ts';
import { readSync } from './state.ts';

/** How many entries the log shows. */
const SHOWN = 50;

/** The answer of GET /api/v1/sync/log. One parallel round trip. */
export async function syncLog({ cif }: Company, company: CompanyId): Promise<ReturnType<typeof presentLog>> {
  const [messages, sync] = await Promise.all([lastProcessed(company, SHOWN), readSync(company)]);
  return presentLog({ cif, messages, failures: sync?.data.failures ?? [] }, SHOWN);
}
