import { expect, it } from 'vitest';
import { checkCurrency } from '#shared/documents/common/draft-rules.ts';

it.each<[string, string, string, string | null, number]>([
  ['the lev', 'BGN', '2026-01-01', null, 1],
  ['the lev while it was legal tender', 'BGN', '2025-12-31', null, 0],
  ['the lev on a correction', 'BGN', '2026-11-27', 'parent', 0],
  ['the kuna', 'HRK', '2026-11-27', null, 1],
  ['the euro', 'EUR', '2026-11-27', null, 0],
  ['no currency', 'XXX', '2026-11-27', null, 1],
])('a document in %s', (_, currency, issueDate, parentDocumentId, count) => {
  const told: string[] = [];
  checkCurrency({ currency, issueDate, parentDocumentId }, (...report) => told.push(report.join(' ')));
  expect(told).toHaveLength(count);
});
