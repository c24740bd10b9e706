import * as z from 'zod';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';
import type { Company } from '#shared/model/company.ts';
import { fileName } from '#shared/output/files/file-name.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { printedIssuer } from '../print.ts';
import type { ControlFile } from './read.ts';

/**
 * What the renderer needs of a control file, and its names. The renderer prints what the endpoint has read, which is stored for it: so the numbers are audited once, and the renderer reads no anchors.
 * Both files are deleted after a day.
 */
export const controlFileContent = z.object({ content: z.string() });

export const folderOf = (company: CompanyId): string => `drafts/${company}/control-files/`;

const contentOf = (file: ControlFile): string => sortedJson(file);
const contentKey = (company: CompanyId, file: ControlFile): string =>
  `${folderOf(company)}${file.series.id}/${sha256(contentOf(file))}.json`;

/** Stores what the renderer prints. */
export async function storeContent(company: CompanyId, file: ControlFile): Promise<void> {
  const { putFile } = await import('#shared/platform/aws/put-file.ts');
  await putFile(contentKey(company, file), contentOf(file), 'application/json');
}

/** What determines the bucket key of the PDF of a control file. */
export const controlFileIdentity = (file: ControlFile, company: Company): FileIdentity => ({
  ...{ companyId: company.id, id: file.series.id, kind: 'control-file', folder: 'control-files', isDraft: true },
  asked: { content: contentKey(company.id, file) },
  printed: { ...file, company: printedIssuer(company) },
});

/** The name of its files, without extension. */
export const controlFileName = ({ series, from, to }: ControlFile): string =>
  fileName(`dosar-control-${series.prefix}-${from}-${to}`);
