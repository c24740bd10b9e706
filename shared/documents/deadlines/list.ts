import { today } from '#shared/base/kernel/clock.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { loadList, type Snapshot, snapshotKey } from '#shared/documents/lists/snapshot.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';
import { getItems } from '#shared/platform/store/read.ts';
import { listCompanies } from '#shared/records/parties/companies/list.ts';
import type { CompanyView } from '#shared/records/parties/companies/present.ts';
import { overviewOf } from './overview.ts';

/** Lists that are read at the same time: a company's may take tens of megabytes. */
const AT_ONCE = 4;

/**
 * What is due in the companies of a page (REP-16 to REP-19), by their names: of all that the caller may see the reports of, in all of
 * their organizations, without sandbox companies.
 *
 * Reads: the companies of each organization, its tokens and members, side by side; the names of the page's list files together; of each
 * company its changes beside its file. No more for a company with many documents.
 */
export async function listDeadlines(actor: Actor, query: { page: number; limit: number }) {
  const views = (await listCompanies(actor, 'report.view')).filter(({ company }) => !company.sandbox);
  const shown = views.slice((query.page - 1) * query.limit, query.page * query.limit);
  const snapshots = await getItems<{ data: Snapshot }>(shown.map(({ company }) => snapshotKey(KINDS.invoice, company.id)));
  const day = today();
  const overview = async ({ company, tokens }: CompanyView, snapshot: Snapshot | undefined) =>
    overviewOf(company, tokens, await loadList<InvoiceRow>(INVOICE_LIST, company.id, snapshot), day);
  const data: Awaited<ReturnType<typeof overview>>[] = [];
  for (let first = 0; first < shown.length; first += AT_ONCE) {
    const some = shown.slice(first, first + AT_ONCE);
    data.push(...(await Promise.all(some.map((view, place) => overview(view, snapshots[first + place]?.data)))));
  }
  return { ...pageOf(data, views.length, query), date: day };
}
