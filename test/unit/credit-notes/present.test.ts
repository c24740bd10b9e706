import { describe, expect, it } from 'vitest';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import { presentCreditNote, presentCreditNoteRow } from '#shared/documents/credit-notes/present.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import { referenceTo } from '#shared/model/preceding.ts';
import { sampleBuyer, sampleCreditNote, sampleDocument } from '../../support/documents.ts';

/** How answers show a credit note: with all that it can have, and with nothing of it. */

const credited = sampleDocument({ id: 'p', number: 'FCT-7', taxauthUploadIndex: '5001', dueDate: '2026-04-02' });
const parentDocument = referenceTo({ ...credited, number: 'FCT-7-old' });
const noteOf = (more: Partial<InvoiceDocument>) => ({ ...sampleCreditNote({ id: 'n', parentDocumentId: 'p' }), ...more });
const full = noteOf({
  ...{ parentDocument, taxauthUploadIndex: '77', exchangeRate: '4.97', exchangeRateDate: '2026-03-01' },
  ...{ xmlPath: 'a.xml', pdfPath: 'a.pdf', notes: 'n' },
  client: sampleBuyer({ id: 'c', registrationNumber: null, vatCode: 'RO1', cif: '1' }),
});
const bare = noteOf({ parentDocument: null, client: null });
const reference = { id: 'p', uuid: 'p', number: 'FCT-7-old', issueDate: credited.issueDate, total: '121.00' };
const buyer = { uuid: 'c', name: full.client?.name, registrationNumber: 'RO1', address: full.client?.address };

describe('A credit note', () => {
  const attachment: Attachment = {
    ...{ id: 'a', invoiceId: 'n', filename: 'f.pdf', mimeType: 'application/pdf', size: 1, description: null },
    ...{ storageKey: 'k', uploadedAt: '2026-03-02T08:00:00.000Z', uploadedBy: { id: 'u', name: 'Ana', email: null } },
  };

  it('with all fields', () => {
    const [line] = full.lines;
    const document = { ...full, lines: [{ ...line!, exchangeRate: '4.95' }] };
    const stored = { document, events: [newEvent('created', 'draft', 'new', null)], attachments: [attachment], warnings: ['w'] };
    const shown = presentCreditNote(stored, { nextNumber: 8, parent: credited });
    expect(shown).toMatchObject({
      ...{ client: buyer, exchangeRate: 4.97, exchangeRateDate: '2026-03-01', taxauthUploadIndex: 77, warnings: ['w'] },
      ...{ xmlGenerated: true, pdfGenerated: true, series: { nextNumber: 8 } },
      attachments: [{ id: 'a', filename: 'f.pdf' }],
      events: [{ details: 'new' }],
      lines: [{ exchangeRate: 4.95 }],
    });
    // The invoice as it is now.
    expect(shown.parentDocument).toEqual({
      ...{ ...reference, number: 'FCT-7', dueDate: '2026-04-02', currency: 'RON', subtotal: '100.00', vatAmount: '21.00' },
      ...{ status: 'issued', taxauthUploadIndex: 5001 },
    });
  });

  it('without optional fields', () => {
    const shown = presentCreditNote({ document: bare, events: [] });
    expect(shown).toMatchObject({
      ...{ client: null, parentDocument: null, exchangeRateDate: null, taxauthUploadIndex: null, attachments: [] },
      ...{ xmlGenerated: false, pdfGenerated: false, series: { nextNumber: null } },
      lines: [{ exchangeRate: null }],
    });
    expect(['warnings' in shown, 'duplicateOf' in shown]).toEqual([false, false]);
  });

  it('with only the reference to the invoice, if that was not read', () => {
    expect(presentCreditNote({ document: full, events: [] }).parentDocument).toEqual(reference);
  });

  it('that was received', () => {
    const received = { duplicateOf: 'd' } as InvoiceDocument['received'];
    const document = { ...full, direction: 'incoming' as const, ...(received && { received }) };
    expect(presentCreditNote({ document, events: [] })).toMatchObject({ duplicateOf: 'd', answer: null });
  });

  it('in a list', () => {
    const series = [{ id: full.seriesId, currentNumber: 7 } as Series];
    expect(presentCreditNoteRow(rowOf(full), series)).toMatchObject({
      ...{ id: 'n', total: '-121.00', notes: 'n', client: buyer, parentDocument: reference, taxauthUploadIndex: 77 },
      ...{ series: { nextNumber: 8 }, supplier: { id: full.seller.id, name: full.seller.name, cif: full.seller.cif } },
    });
    expect(presentCreditNoteRow(rowOf(bare), [])).toMatchObject({
      ...{ client: null, parentDocument: null, taxauthUploadIndex: null },
    });
  });
});
