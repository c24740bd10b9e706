import { attachment } from '#shared/output/files/disposition.ts';
import type { Download } from '#shared/output/files/download.ts';
import { offerText } from '#shared/output/files/offer-text.ts';
import { COMPANY_WINDOWS } from '#shared/platform/lambda/limits/policies.ts';
import { consumeSlidingWindow } from '#shared/platform/lambda/limits/sliding-window.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { headersAt } from '#shared/documents/common/headers.ts';
import { select } from '#shared/documents/lists/select.ts';
import { loadList, type Snapshot } from '#shared/documents/lists/snapshot.ts';
import { INVOICE_LIST } from '../list/definition.ts';
import type { ListQuery } from '../list/query.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { csvHeader, csvLines } from './csv.ts';

/** The most rows of a CSV export (OUT-79). */
export const MOST_ROWS = 10_000;

/** Documents that are read at a time, which limits the memory that an export takes besides its text. */
const CHUNK = 2_000;

const limited = (company: CompanyId): unknown => consumeSlidingWindow(COMPANY_WINDOWS.csvExports, `csv#${company}`);

/** A CSV file of documents, and its number of rows. */
export interface Table {
  file: Download;
  records: number;
}

/** The documents that match a list query, in its order, as CSV. @throws 413 above 10,000 rows; 429 above 10 exports in an hour */
export async function exportTable(
  company: CompanyId,
  query: Omit<ListQuery, 'page' | 'limit'>,
  snapshot: Snapshot | undefined,
): Promise<Table> {
  const [{ columns, changes }] = await Promise.all([loadList(INVOICE_LIST, company, snapshot), limited(company)]);
  const { rows, total } = select(INVOICE_LIST, columns, changes, { ...query, page: 1, limit: MOST_ROWS });
  if (total > MOST_ROWS) {
    throw new Problem(
      'payload_too_large',
      `The export would have ${total} rows; at most ${MOST_ROWS} are possible. Narrow the filters.`,
      {
        rows: total,
        limit: MOST_ROWS,
      },
    );
  }
  const parts = [csvHeader()];
  let records = 0;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const some = rows.slice(from, from + CHUNK);
    const headers = await headersAt<Invoice>(
      KINDS.invoice,
      company,
      some.map(({ id }) => id),
    );
    // A document that cannot be read has a line all the same: without it, the table would seem complete.
    const lines = headers.flatMap((header, place) => {
      if (header === undefined) return [];
      return header === 'damaged' ? { damagedNumber: some[place]?.number ?? '' } : header;
    });
    records += lines.length;
    parts.push(csvLines(lines));
  }
  const type = { contentType: 'text/csv; charset=utf-8', disposition: attachment(`invoices-${today()}.csv`) };
  return { file: await offerText(parts.join(''), { ...type, key: `exports/${company}/${newId()}.csv` }), records };
}
