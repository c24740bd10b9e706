import { describe, expect, it } from 'vitest';
import { precedingInvoices, precedingRole, type PrecedingRole } from '#shared/model/preceding.ts';
import { type DocumentOverrides, sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';

const parentDocument = { id: 'x', number: 'FCT-1', issueDate: '2026-03-02', total: '121.00' };
const parent = { number: 'FCT-1', issueDate: '2026-03-02' };
const older = { number: 'VECHI 7', issueDate: '2024-12-30' };

describe('earlier documents (BG-3, INV-17)', () => {
  it('the parent comes first, and each occurs once', () => {
    expect(precedingInvoices({ parentDocument: null })).toEqual([]);
    expect(precedingInvoices({ parentDocument })).toEqual([parent]);
    expect(precedingInvoices({ parentDocument: null, precedingInvoices: [older, older] })).toEqual([older]);
    expect(precedingInvoices({ parentDocument, precedingInvoices: [older, parent] })).toEqual([parent, older]);
  });

  it('the same number of another day is another document', () => {
    const other = { ...parent, issueDate: '2025-03-02' };
    expect(precedingInvoices({ parentDocument, precedingInvoices: [other] })).toEqual([parent, other]);
  });

  const back = sampleLine({ quantity: '-1' });
  const two = sampleLine({ quantity: '2' });
  it.each<[string, DocumentOverrides, PrecedingRole]>([
    ['a corrected invoice (384)', { invoiceTypeCode: '384' }, 'corrected'],
    ['a corrected invoice with a total of 0', { invoiceTypeCode: '384', lines: [back, sampleLine()] }, 'corrected'],
    ['an invoice with a negative total', { lines: [back] }, 'corrected'],
    ['a final invoice that deducts a part of an advance', { lines: [two, back] }, 'advance'],
    ['a final invoice that deducts the whole advance', { lines: [sampleLine(), back] }, 'advance'],
    ['any other invoice', {}, 'preceding'],
    ['an invoice without lines yet', { lines: [] }, 'preceding'],
  ])('%s: %s', (_, overrides, role) => {
    expect(precedingRole(sampleDocument(overrides))).toBe(role);
  });

  it('a credit note corrects', () => {
    expect(precedingRole(sampleCreditNote())).toBe('corrected');
    expect(precedingRole(sampleDocument({ invoiceTypeCode: '381' }))).toBe('corrected');
  });
});
