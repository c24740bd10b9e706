import { describe, expect, it } from 'vitest';
import { INVOICE_STATUSES, type InvoiceDocument, type InvoiceStatus } from '#shared/model/invoice.ts';
import { type Action, permittedInvoice } from '#shared/documents/invoices/states.ts';
import { asList, quickCheck } from '#shared/documents/common/fiscal/quick-check.ts';
import { restoreRefusal } from '#shared/documents/invoices/restore.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import {
  type DocumentOverrides,
  sampleBuyer,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  sampleSeller,
} from '../../support/documents.ts';

const refusalOf = (action: Action, document: InvoiceDocument | undefined): Problem => {
  try {
    permittedInvoice(action, document);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('It was permittedInvoice.');
};

describe('the actions on a document by its status (INV-6 to INV-8)', () => {
  const allowed: Record<Action, InvoiceStatus[]> = {
    update: ['draft', 'rejected', 'error'],
    'change the reminders of': INVOICE_STATUSES.filter(status => status !== 'cancelled'),
    issue: ['draft'],
    submit: ['issued', 'rejected', 'error'],
    upload: ['draft', 'issued', 'rejected', 'error'],
    cancel: ['draft', 'issued', 'validated', 'rejected', 'error'],
    restore: ['cancelled'],
    delete: ['draft'],
  };
  const cases = (Object.keys(allowed) as Action[]).flatMap(action =>
    INVOICE_STATUSES.map(status => [action, status, allowed[action].includes(status)] as const),
  );

  it.each(cases)('%s of %s: %s', (action, status, may) => {
    const document = sampleDocument({ status, sequence: null });
    if (may) expect(permittedInvoice(action, document)).toBe(document);
    else expect(refusalOf(action, document)).toMatchObject({ status: 409, details: { status } });
  });

  it.each(INVOICE_STATUSES)('a credit note that is %s: can be updated as a draft only, everything else as an invoice', status => {
    const document = sampleCreditNote({ status, sequence: null });
    for (const action of Object.keys(allowed) as Action[]) {
      const may = action === 'update' ? status === 'draft' : allowed[action].includes(status);
      if (may) expect(permittedInvoice(action, document)).toBe(document);
      else expect(refusalOf(action, document)).toMatchObject({ status: 409, details: { status } });
    }
  });

  it('a draft with a number cannot be deleted', () => {
    for (const document of [sampleDocument({ status: 'draft' }), sampleCreditNote({ status: 'draft' })])
      expect(refusalOf('delete', document)).toMatchObject({ status: 409, details: { status: 'draft', reason: 'numbered' } });
  });

  it('a received document allows none', () => {
    for (const [action, status, may] of cases) {
      if (may) expect(refusalOf(action, sampleDocument({ status, direction: 'incoming' })).status).toBe(409);
    }
  });

  it('only submitting is possible while a submission is in progress', () => {
    const submission = { id: 's', startedAt: '2026-01-01T00:00:00.000Z', userId: null };
    const document = sampleDocument({ status: 'issued', submission });
    expect(refusalOf('cancel', document).details).toMatchObject({ reason: 'submission_in_progress' });
    expect(permittedInvoice('submit', document)).toBe(document);
  });

  it('404 for an unknown document', () => {
    expect(refusalOf('issue', undefined)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('the timestamps that explain an error are returned as in responses, null ones are not', () => {
    const stamps = { issuedAt: '2026-01-01T00:00:00.000Z', cancelledAt: null, submittedAt: '2026-01-02T00:00:00.000Z' };
    const { details } = refusalOf('delete', sampleDocument({ status: 'sent_to_provider', ...stamps, taxauthUploadIndex: '7' }));
    expect(details).toEqual({
      ...{ status: 'sent_to_provider', reason: 'not_draft', issuedAt: '2026-01-01T00:00:00Z' },
      ...{ uploadedAt: '2026-01-02T00:00:00Z', taxauthUploadIndex: '7' },
    });
  });
});

describe('the quick check (INV-34, INV-38)', () => {
  const day = '2026-03-10';
  const errors = (overrides: DocumentOverrides): string[] => asList(quickCheck(sampleDocument(overrides), day).errors);
  const sum = 'must equal the sum of the lines';

  it('passes a valid document', () => {
    expect(quickCheck(sampleDocument(), day)).toEqual({ errors: {}, warnings: [] });
  });

  it.each<[string, DocumentOverrides, string[]]>([
    ['no buyer', { client: null }, ['clientId: a client is needed: give clientId or receiverName']],
    [
      'a company without a tax number',
      { client: sampleBuyer({ cif: null }) },
      ['clientId: the client needs a tax identification number (cui)'],
    ],
    [
      'a seller without a tax number',
      { seller: sampleSeller({ cif: null }) },
      ['company: the company needs a tax identification number (cif)'],
    ],
    ['an unknown currency', { currency: 'XXQ', exchangeRate: '2' }, ['currency: must be an ISO 4217 currency code']],
    [
      'an issue date in the future',
      { issueDate: '2026-03-11', dueDate: null, paymentTerms: 'x' },
      ['issueDate: must not be in the future'],
    ],
    ['a due date before the issue date', { dueDate: '2026-03-01' }, ['dueDate: must not be before issueDate']],
    ['no lines', { lines: [] }, ['lines: must have at least one line']],
    ['a quantity of 0', { lines: [sampleLine({ quantity: '0' })] }, ['lines.0.quantity: must not be 0']],
    ['a rate above 100', { lines: [sampleLine({ vatRate: '101' })] }, ['lines.0.vatRate: must be between 0 and 100']],
    [
      'a blank description',
      { lines: [sampleLine(), sampleLine({ description: ' ' })] },
      ['lines.1.description: must not be empty'],
    ],
  ])('%s', (_, overrides, expected) => {
    expect(errors(overrides)).toEqual(expected);
  });

  it('lines with a sum of 0 are valid: an advance settled, a correction in one document', () => {
    expect(errors({ lines: [sampleLine(), sampleLine({ quantity: '-1' })] })).toEqual([]);
    expect(errors({ lines: [sampleLine({ quantity: '0' })] })).not.toEqual([]);
  });

  it('a private person needs no tax number; a refund of a refund is one', () => {
    expect(errors({ client: sampleConsumer() })).toEqual([]);
    expect(errors({ lines: [sampleLine({ quantity: '-1' })] })).toEqual([]);
  });

  it('totals that differ from those of the lines', () => {
    const document = { ...sampleDocument(), subtotal: '100.01', total: '121.01' };
    expect(quickCheck(document, day).errors).toEqual({ subtotal: [sum], total: [sum] });
  });

  it('warns of fields that are filled in at issue', () => {
    const overrides = { currency: 'EUR', seriesId: null, dueDate: null };
    const { errors: none, warnings } = quickCheck(sampleDocument(overrides), day);
    expect(none).toEqual({});
    expect(warnings.map(warning => warning.split(':')[0])).toEqual(['exchangeRate', 'documentSeriesId', 'dueDate']);
  });
});

describe('errors of restore (INV-54 to INV-56)', () => {
  const invoice = { validatedAt: null, cancelledAt: '2026-03-10T00:00:00.000Z', seriesId: 's' };
  const facts = { payments: 0, creditNotes: 0, seriesExists: true, earliest: '2026-03-10T00:00:00.000Z' };

  it.each([
    ['no obstacle', {}, {}, undefined],
    ['validated by the authority', { validatedAt: '2026-03-01T00:00:00.000Z' }, {}, 'validated'],
    ['credit notes', {}, { creditNotes: 1 }, 'has_credit_notes'],
    ['payments', {}, { payments: 1 }, 'has_payments'],
    ['cancelled a millisecond too long ago', {}, { earliest: '2026-03-10T00:00:00.001Z' }, 'too_late'],
    ['the series deleted', {}, { seriesExists: false }, 'series_deleted'],
    ['no series at all', { seriesId: null }, { seriesExists: false }, undefined],
    ['all at once: the first counts', { validatedAt: 'x' }, { creditNotes: 1, payments: 1, seriesExists: false }, 'validated'],
  ])('%s', (_, fields, more, reason) => {
    expect(restoreRefusal({ ...invoice, ...fields }, { ...facts, ...more })?.reason).toBe(reason);
  });
});
