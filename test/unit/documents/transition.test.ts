import { describe, expect, it } from 'vitest';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import { numberedDraft } from '#shared/documents/common/numbering.ts';
import { cancelled } from '#shared/documents/invoices/cancel.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { issued } from '#shared/documents/invoices/issue.ts';
import { restored } from '#shared/documents/invoices/restore.ts';
import { uploaded, withdrawn } from '#shared/documents/invoices/submission/submission.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS, kindOf } from '#shared/model/kinds.ts';
import type { Payment } from '#shared/model/payment.ts';
import { withoutPayment, withPayment } from '#shared/documents/payments/record.ts';
import { sampleCreditNote, sampleDocument, sampleLine } from '../../support/documents.ts';
import { printedConfiguration } from '#shared/output/pdf/configuration.ts';
import { pdfKey } from '#shared/output/pdf/key.ts';
import { invoiceFile } from '#shared/documents/invoices/print/identity.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { setEnvironment } from '../../../infra/local/environment.ts';

/** The rules of transitions alone: their effect on a document, without a table. */

setEnvironment({ TABLE_NAME: 'table' });

const AT = '2026-03-10T08:00:00.000Z';
const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;
const ana = { id: 'u', name: 'Ana', email: 'ana@example.test' };

const payment = (id: string, amount: string): Payment => ({
  ...{ id, invoiceId: 'i', amount, currency: 'RON', paymentDate: '2026-03-09', paymentMethod: 'cash' },
  ...{ reference: null, notes: null, isReconciled: false, createdBy: null, createdAt: AT, updatedAt: AT },
});

const series: Series = {
  ...{ id: 's', name: 'FCT', prefix: 'FCT', type: 'invoice', year: 2026, currentNumber: 7, highestUsed: 7, active: true },
  ...{ isDefault: true, source: 'default', lastHash: 'h', usedCount: 1, createdAt: AT, updatedAt: AT },
};

const draft = sampleDocument({ status: 'draft', number: 'DRAFT-0a1b2c3d', sequence: null, seriesId: 's', issuedAt: null });
/** The total is 121 lei; the credit note below credits all of it. */
const credited = sampleDocument({ issuedAt: AT });
const note = sampleCreditNote({ parentDocumentId: credited.id, issuedAt: AT });
const parent = { invoice: credited, payments: [] };

describe('issue', () => {
  const issue = (document: InvoiceDocument, credits = false) =>
    issued(document, numberedDraft(kindOf(document), document, [series, notes]), {
      parent: credits ? parent : undefined,
      appearance: { configuration: printedConfiguration(undefined), logoPath: null },
      by: personOf(by),
      at: AT,
    });
  const notes: Series = { ...series, id: 'n', prefix: 'NC', type: 'credit_note', currentNumber: 0 };

  it('assigns the next number of the series, the timestamps and the names of its files', () => {
    const { after, event, further, taken, extras, also, notifications } = issue(draft);
    expect(after).toMatchObject({ status: 'issued', number: 'FCT-2026-008', sequence: 8, issuedAt: AT, updatedAt: AT });
    expect(after.xmlPath).toContain(`${draft.id}/v${draft.version + 1}.xml`);
    // As the renderer names it when it has read the stored document.
    const stored = { ...(JSON.parse(JSON.stringify(after)) as InvoiceDocument), version: draft.version + 1 };
    expect(after.pdfPath).toBe(pdfKey(invoiceFile(stored), printedConfiguration(undefined), null));
    expect(further?.map(one => one.type)).toEqual(['xml_generated', 'pdf_generated']);
    expect(event).toMatchObject({
      type: 'status_change',
      status: 'issued',
      details: 'Invoice issued as FCT-2026-008',
      user: ana,
    });
    expect([taken, extras]).toEqual([series, { nextNumber: 9 }]);
    expect(also).toEqual({ documents: [], writes: [] });
    expect(notifications?.map(one => one.type)).toEqual(['invoice.issued', 'invoice.updated']);
  });

  it('keeps the number of a restored draft, and takes none', () => {
    const { after, taken } = issue({ ...draft, number: 'FCT-2026-003', sequence: 3 });
    expect([after.number, after.sequence, taken]).toEqual(['FCT-2026-003', 3, undefined]);
  });

  it('settles a document with a total of 0', () => {
    const { after } = issue({ ...sampleDocument({ ...draft, lines: [sampleLine(), sampleLine({ quantity: '-1' })] }) });
    expect(after).toMatchObject({ balance: '0.00', paidAt: after.issueDate });
  });

  it('of a credit note reduces the invoice in the same transaction', () => {
    const { after, also } = issue(
      sampleCreditNote({ ...note, status: 'draft', sequence: null, seriesId: 'n', issuedAt: null }),
      true,
    );
    expect([after.number, after.parentDocument?.number]).toEqual(['NC-2026-001', credited.number]);
    expect(also?.documents).toMatchObject([
      { before: credited, after: { id: credited.id, creditedAmount: '121.00', balance: '0.00' } },
    ]);
  });
});

describe('cancellation', () => {
  it.each([
    ['a draft', draft, undefined],
    ['an issued invoice', credited, undefined],
    ['a validated one, which the authority still counts', { ...credited, status: 'validated' as const }, 1],
  ])('of %s: nothing is open; the user and the previous status are recorded', (_, before, warnings) => {
    const { after, event, extras } = cancelled({ document: before }, undefined, 'Greșit', by, AT);
    expect(after).toMatchObject({
      ...{ status: 'cancelled', balance: '0.00', cancellationReason: 'Greșit', cancelledAt: AT, cancelledBy: ana },
      ...{ cancelledFromStatus: before.status, number: before.number },
    });
    expect(event).toMatchObject({ type: 'cancelled', details: 'Invoice cancelled: Greșit' });
    expect(extras?.warnings?.length).toBe(warnings);
  });

  it('of a credit note restores the balance of its invoice', () => {
    const before = { invoice: { ...credited, creditedAmount: '121.00', balance: '0.00' }, payments: [] };
    const { event, also } = cancelled({ document: note }, before, 'x', by, AT);
    expect(event?.details).toBe('Credit note cancelled: x');
    expect(also?.documents).toMatchObject([{ after: { creditedAmount: '0.00', balance: '121.00' } }]);
  });

  it('cancels the scheduled mail', () => {
    const scheduledEmail = { companyId: companyScope('c'), documentType: 'invoice' as const, documentId: credited.id, at: AT };
    const { also, children } = cancelled({ document: credited, scheduledEmail }, undefined, 'x', by, AT);
    expect([also?.writes?.length, children]).toEqual([1, { scheduledEmail: undefined }]);
  });
});

describe('restoring', () => {
  const before = { ...credited, status: 'cancelled' as const, balance: '0.00', cancelledAt: AT, cancellationReason: 'x' };

  it('makes it a draft with its number, without files and without the data of the cancellation and the authority', () => {
    const { after, event, extras } = restored({ document: before, payments: [] }, undefined, [], by, AT);
    expect(after).toMatchObject({
      ...{ status: 'draft', number: credited.number, sequence: credited.sequence, balance: '121.00' },
      ...{ cancelledAt: null, cancellationReason: null, issuedAt: null, xmlPath: null, pdfPath: null, taxauthStatus: null },
      ...{ restoredAt: AT, restoredBy: ana },
    });
    expect([event?.details, extras]).toEqual(['Invoice restored to draft', { nextNumber: null }]);
  });

  it('of a credit note claims its invoice, which cannot be cancelled at the same time', () => {
    const { also } = restored({ document: { ...note, status: 'cancelled' }, payments: [] }, parent, [], by, AT);
    expect(also?.documents).toEqual([{ before: credited, after: credited, recorded: [] }]);
  });
});

describe('submission', () => {
  const submission = { id: 'sub', startedAt: AT, userId: 'u' };

  it.each([
    ['an invoice', credited, 'sent_to_provider'],
    ['a credit note', note, 'uploaded'],
  ])('%s that the authority has', (_, document, status) => {
    const { after, event } = uploaded({ ...document, submission, taxauthValidationErrors: ['old'] }, 'sub', '77', ana, AT);
    expect(after).toMatchObject({
      ...{ status, submission: null, taxauthStatus: 'uploaded', taxauthUploadIndex: '77', taxauthSubmissionId: 'sub' },
      ...{ taxauthValidationErrors: null, submittedAt: AT },
    });
    expect(event).toMatchObject({ type: 'taxauth_submitted', status });
  });

  it('withdrawn does not change the document, and publishes no event', () => {
    const { after, event } = withdrawn({ ...credited, submission, taxauthStatus: 'pending' }, 'sub', undefined, AT);
    expect([after.submission, after.taxauthStatus, after.status, event]).toEqual([null, null, 'issued', undefined]);
  });

  it('that failed permanently leaves it in error, with the reason', () => {
    const { after, event, notifications } = withdrawn({ ...credited, submission }, 'sub', { errors: ['down'] }, AT);
    expect(after).toMatchObject({ status: 'error', taxauthStatus: 'error', taxauthValidationErrors: ['down'] });
    expect([event?.status, notifications?.[0]?.type]).toEqual(['error', 'invoice.rejected']);
  });
});

describe('payments', () => {
  it.each([
    ['a part', '100.00', '21.00', null],
    ['all of it', '121.00', '0.00', '2026-03-09'],
  ])('%s', (_, amount, balance, paidAt) => {
    const { after, children, also } = withPayment(credited, [], payment('p', amount), by);
    expect(after).toMatchObject({ amountPaid: amount, balance, paidAt });
    // The payment, and its entry in the projection.
    expect([children?.payments?.length, also?.writes?.length]).toEqual([1, 2]);
  });

  it('removed: it is open again', () => {
    const [first, second] = [payment('p', '100.00'), payment('q', '21.00')];
    const paid = withPayment(credited, [first], second, by).after;
    const { after, children } = withoutPayment(paid, [first, second], second, by);
    expect([after.amountPaid, after.balance, children?.payments]).toEqual(['100.00', '21.00', [first]]);
  });
});

describe('kinds', () => {
  it('in one list have the same names for their items; their numbers are guarded separately', () => {
    const { invoice, credit_note: creditNote } = KINDS;
    expect([creditNote.prefix, creditNote.item]).toEqual([invoice.prefix, invoice.item]);
    expect(new Set([invoice.numberGuard, creditNote.numberGuard]).size).toBe(2);
    expect([kindOf(credited), kindOf(note)]).toEqual([invoice, creditNote]);
  });
});
