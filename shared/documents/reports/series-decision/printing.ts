import type { Printing } from '#shared/documents/common/files/complete.ts';
import type { Company } from '#shared/model/company.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { printedIssuer } from '../print.ts';
import { printedSeriesDecision } from './print.ts';
import { readSeriesDecision, type SeriesDecision } from './read.ts';

/** What determines the bucket key of the PDF of a decision. It is deleted after a day: it can be made again. */
export const seriesDecisionIdentity = (decision: SeriesDecision, company: Company): FileIdentity => ({
  ...{ companyId: company.id, id: company.id, kind: 'series-decision', folder: 'series-decisions', isDraft: true },
  asked: { year: String(decision.year) },
  printed: { ...decision, company: printedIssuer(company) },
});

export const seriesDecisionName = ({ year }: SeriesDecision): string => `decizie-inseriere-${year}.pdf`;

/** How the decision that a request asks for is printed. */
export const seriesDecisionPrinting = ({ year }: { year: string }): Printing<{ decision: SeriesDecision; company: Company }> => ({
  title: 'Decision on series',
  read: async companyId => {
    const [decision, company] = await Promise.all([readSeriesDecision(companyId, Number(year)), readCompany(companyId)]);
    return company && { decision, company };
  },
  identity: ({ decision, company }) => seriesDecisionIdentity(decision, company),
  print: ({ decision, company }) => printedSeriesDecision(decision, company),
});
