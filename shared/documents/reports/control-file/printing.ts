import type * as z from 'zod';
import type { Printing } from '#shared/documents/common/files/complete.ts';
import type { Company } from '#shared/model/company.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { getFile } from '#shared/platform/aws/read-file.ts';
import { type controlFileContent, controlFileIdentity, folderOf } from './content.ts';
import { printedControlFile } from './print.ts';
import type { ControlFile } from './read.ts';

/** How a stored control file is printed. */
export const controlFilePrinting = ({
  content,
}: z.output<typeof controlFileContent>): Printing<{ file: ControlFile; company: Company }> => ({
  title: 'Control file',
  read: async companyId => {
    if (!content.startsWith(folderOf(companyId))) return undefined;
    const [stored, company] = await Promise.all([getFile(content), readCompany(companyId)]);
    return stored && company && { file: JSON.parse(Buffer.from(stored.bytes).toString()) as ControlFile, company };
  },
  identity: ({ file, company }) => controlFileIdentity(file, company),
  print: ({ file, company }) => printedControlFile(file, company),
});
