import type { Printing } from '#shared/documents/common/files/complete.ts';
import type { Company } from '#shared/model/company.ts';
import { STATEMENT } from '#shared/model/kinds.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import type { StatementAsked } from './asked.ts';
import { statementFile } from './identity.ts';
import { printedStatement } from './print.ts';
import { readStatement, type Statement } from './read.ts';

/** How the statement that a request asks for is printed. */
export const statementPrinting = (asked: StatementAsked): Printing<{ statement: Statement; company: Company }> => ({
  title: STATEMENT.title,
  read: async companyId => {
    const [statement, company] = await Promise.all([readStatement(companyId, asked), readCompany(companyId)]);
    return statement && company && { statement, company };
  },
  identity: ({ statement, company }) => statementFile(statement, company),
  print: ({ statement, company }, configuration) => printedStatement(statement, company, configuration),
});
