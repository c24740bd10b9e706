import { expect, it } from 'vitest';
import { isInArchive } from '#shared/app/company-purge/release.ts';
import type { PeriodArchive } from '#shared/documents/invoices/export/model.ts';

const archive = { from: '2025-01-01', to: '2025-12-31' } as PeriodArchive;
const ASKED = '2026-02-01T10:00:00.000Z';
const [BEFORE, LATER] = ['2026-01-31T10:00:00.000Z', '2026-02-01T10:00:00.001Z'];

it.each<[string, { issueDate?: string; updatedAt?: string; deletedAt?: string | null; archive?: PeriodArchive }, boolean]>([
  ['unchanged since the archive was asked for', {}, true],
  ['changed at that instant', { updatedAt: ASKED }, true],
  ['changed later', { updatedAt: LATER }, false],
  ['changed later, as by its PDF, of a company that was deleted before', { updatedAt: LATER, deletedAt: BEFORE }, true],
  ['changed later, of a company that was deleted later', { updatedAt: LATER, deletedAt: LATER }, false],
  ['of the first day', { issueDate: '2025-01-01' }, true],
  ['of the last day', { issueDate: '2025-12-31' }, true],
  ['of the day before', { issueDate: '2024-12-31' }, false],
  ['of the day after, of a deleted company', { issueDate: '2026-01-01', deletedAt: BEFORE }, false],
])('a document %s', (_, { issueDate = '2025-06-01', updatedAt = BEFORE, deletedAt = null }, expected) => {
  expect(isInArchive({ issueDate, updatedAt }, { archive, createdAt: ASKED }, { deletedAt })).toBe(expected);
});

it('a document in an export without a period is found by its id alone', () => {
  expect(isInArchive({ issueDate: '2025-06-01', updatedAt: BEFORE }, { createdAt: ASKED }, { deletedAt: null })).toBe(false);
});
