import type { Company } from '#shared/model/company.ts';
import { STATEMENT } from '#shared/model/kinds.ts';
import { fileName } from '#shared/output/files/file-name.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';
import { printedIssuer } from '../print.ts';
import { STATEMENT_LABELS } from './labels.ts';
import type { Statement } from './read.ts';

/** What determines the bucket key of the PDF of a statement. It is deleted after a day, like those of drafts: it can be made again. */
export const statementFile = (statement: Statement, company: Company): FileIdentity => ({
  ...{ companyId: company.id, id: statement.partner.id, kind: STATEMENT.item, folder: 'statements', isDraft: true },
  asked: askedAgain(statement),
  printed: { ...statement, company: { ...printedIssuer(company), bankName: company.bankName, bankAccount: company.bankAccount } },
});

/** The request for the same statement. */
export const askedAgain = ({ of, partner, day, language }: Statement) => ({ of, partnerId: partner.id, day, language });

/** The name under which the PDF is downloaded and attached. */
export const statementPdfName = ({ language, partner, day }: Statement): string =>
  fileName(`${STATEMENT_LABELS[language].file}-${partner.name}-${day}.pdf`);
