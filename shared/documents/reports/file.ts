import { newId } from '#shared/base/kernel/ids.ts';
import { attachment } from '#shared/output/files/disposition.ts';
import type { Download } from '#shared/output/files/download.ts';
import { offerText } from '#shared/output/files/offer-text.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/**
 * A report as CSV; a large one is stored, and its answer redirects to it (REP-23).
 *
 * @param name of the file, without extension
 */
export const csvFile = (company: CompanyId, name: string, text: string): Promise<Download> =>
  offerText(text, {
    contentType: 'text/csv; charset=utf-8',
    disposition: attachment(`${name}.csv`),
    key: `exports/${company}/${newId()}.csv`,
  });
