import { describe, expect, it } from 'vitest';
import { creditWarnings, withCredit } from '#shared/documents/credit-notes/draft.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { CreditNoteLink, Invoice } from '#shared/model/invoice.ts';
import type { LineInput } from '#shared/model/line.ts';
import { sampleLine } from '../../support/documents.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';
import { bodyOf, contextOf, credit, line, parentOf, vat0 } from './drafts.ts';

/** The data of a draft of a credit note from the credited invoice and from the body. */

describe('a credit note', () => {
  it('has the language and the VAT of the invoice', () => {
    const parent = parentOf(undefined, { language: 'en', tvaLaIncasare: true, platitorTva: true });
    expect(credit(parent)).toMatchObject({ language: 'en', tvaLaIncasare: true, platitorTva: true });
    const other = { language: 'ro', tvaLaIncasare: false, platitorTva: false } as const;
    expect(credit(parentOf(undefined, other))).toMatchObject(other);
  });

  it('has the fields of the body, else none', () => {
    const stated = {
      ...{ invoiceTypeCode: '384', notes: 'n', paymentTerms: 'p', issuerName: 'i', issuerId: 'd', mentions: 'm' },
      ...{ internalNote: 'o', precedingInvoices: [{ number: 'X', issueDate: '2026-01-02' }] },
      ublExtensions: { taxExemptionReason: 'art. 292' },
    };
    expect(credit(parentOf(), stated)).toMatchObject(stated);
    expect(credit(parentOf())).toMatchObject({
      ...{ invoiceTypeCode: '381', notes: null, paymentTerms: null, issuerName: null, issuerId: null, mentions: null },
      ...{ internalNote: null, precedingInvoices: [] },
    });
  });

  it('has the rate of the body in a foreign currency, else that of the invoice', () => {
    const parent = parentOf(undefined, { currency: 'EUR', exchangeRate: '5' });
    expect(credit(parent, { currency: 'EUR', exchangeRate: 4.9 }).exchangeRate).toBe('4.9');
    expect(credit(parent, { currency: ' eur ' })).toMatchObject({ currency: 'EUR', exchangeRate: '5' });
  });

  it('gets the rate of the invoice again when a change states none', () => {
    const parent = parentOf(undefined, { currency: 'EUR', exchangeRate: '5' });
    const draft = credit(parent, { currency: 'EUR', exchangeRate: 4.9 });
    expect(withCredit(draft, bodyOf(parent, { currency: 'EUR' }), contextOf(parent)).exchangeRate).toBe('5');
  });

  it('has the published rate of its new date when the invoice has none', () => {
    const [before, after] = [addDays(today(), -2), addDays(today(), -1)];
    const parent = parentOf(undefined, { currency: 'EUR', exchangeRate: '1', issueDate: before });
    const published = new Map([before, after].map((day, place) => [day, { rate: `4.9${place}`, date: addDays(day, -1) }]));
    const context = { ...contextOf(parent), published };
    const draft = credit(parent, { currency: 'EUR', issueDate: before }, context);
    const changed = withCredit(draft, bodyOf(parent, { currency: 'EUR', issueDate: after }), context);
    expect([draft.exchangeRate, changed.exchangeRate, changed.exchangeRateDate]).toEqual(['4.90', '4.91', before]);
  });

  it('has the series of the body, and the receiver of an invoice without a client', () => {
    const parent = parentOf(undefined, { clientId: null, client: null, receiverName: 'Ana', receiverCity: 'Iași' });
    const note = credit(parent, { clientId: null });
    expect([note.seriesId, note.series?.name]).toEqual([bodyOf(parent).seriesId, 'NC']);
    expect([note.client, note.receiverCity]).toMatchObject([{ id: null, name: 'Ana', city: 'Iași' }, 'Iași']);
    expect(credit(parentOf(undefined, { receiverName: 'Ana' })).client).toMatchObject({ name: 'Client SRL' });
  });

  it('is self-billed as long as the invoice is', () => {
    const selfBilled = parentOf(undefined, { invoiceTypeCode: '389' });
    const draft = credit(selfBilled);
    const other = { ...selfBilled, invoiceTypeCode: '380' };
    expect(draft.selfBilled).toBe(true);
    expect(withCredit(draft, bodyOf(other), contextOf(other)).selfBilled).toBeUndefined();
  });

  it('has the reason of exemption that the same line of the invoice has', () => {
    const at0 = { vatRate: '0', vatCategoryCode: 'E' } as const;
    const exempt = (description: string, taxExemptionReason: string) =>
      sampleLine({ ...at0, description, ublExtensions: { taxExemptionReason } });
    const parent = parentOf([exempt('Retur', 'art. 292'), exempt('Altul', 'art. 291')]);
    const [own] = credit(parent, { lines: [line({ vatRateId: vat0 })] }).lines;
    expect(own?.ublExtensions).toEqual({ taxExemptionReason: 'art. 292' });
  });

  it.each<[string, Partial<Invoice>, object, string[] | undefined]>([
    ['of the client', {}, {}, undefined],
    ['of another client', { clientId: newId() }, {}, ['clientId']],
    ['of an invoice without a client', { clientId: null, client: null, receiverName: 'Ana' }, { clientId: null }, undefined],
    ['in another currency', {}, { currency: 'EUR', exchangeRate: 5 }, ['currency']],
    ['of a credit note', { isCreditNote: true }, {}, ['parentDocumentId']],
    ['of a supplier', { direction: 'incoming' }, {}, ['parentDocumentId']],
    ['before the invoice', { issueDate: '9999-01-01' }, {}, ['issueDate']],
  ])('%s', async (_, parent, body, fields) => {
    const refused = await refusedFieldsBy(() => credit(parentOf(undefined, parent), body));
    expect(refused).toEqual(fields && [422, 'validation_error', fields]);
  });

  it('keeps the ids of lines that the body names', async () => {
    const parent = parentOf();
    const context = contextOf(parent);
    const draft = credit(parent, { lines: [line(), line(), line()] });
    const [first, second] = draft.lines;
    const changed = (lines: object[]) => withCredit(draft, bodyOf(parent, { lines }), context);
    const { lines } = changed([line({ uuid: second?.id }), line(), line({ uuid: first?.id })]);
    expect([lines[0]?.id, lines[2]?.id]).toEqual([second?.id, first?.id]);
    expect(draft.lines.map(({ id }) => id)).not.toContain(lines[1]?.id);
    expect(await refusedFieldsBy(() => changed([line({ uuid: newId() }), line()]))).toEqual([
      ...[422, 'validation_error', ['lines.0.uuid']],
    ]);
    expect(await refusedFieldsBy(() => changed([line({ uuid: first?.id }), line({ uuid: first?.id })]))).toEqual([
      ...[422, 'validation_error', ['lines.1.uuid']],
    ]);
    // A new one has no lines yet.
    const uuid = newId();
    expect(credit(parent, { lines: [line({ uuid })] }).lines[0]?.id).not.toBe(uuid);
  });

  const at = (vatCategoryCode: LineInput['vatCategoryCode'], vatRate = '0') => sampleLine({ vatCategoryCode, vatRate });
  const exempt = line({ vatRateId: vat0, description: 'Scutit' });
  it.each<[string, LineInput[], object, string | undefined]>([
    ['the one of the invoice', [at('AE')], exempt, 'AE'],
    ['its own where the invoice has it too', [at('AE'), at('E')], exempt, 'E'],
    ['its own where the invoice has none', [at('S', '21')], exempt, 'E'],
    ['what is stated', [at('AE')], { ...exempt, vatCategoryCode: 'K' }, 'K'],
    ['none of several', [at('AE'), at('K')], exempt, undefined],
    ['at 1 % its own', [at('AE'), at('S', '1')], line(), 'S'],
  ])('has as category of a line at 0 %%: %s', async (_, lines, of, category) => {
    const credited = () => credit(parentOf(lines), { lines: [of], ublExtensions: { taxExemptionReason: 'art. 292' } });
    if (category) expect(credited().lines[0]?.vatCategoryCode).toBe(category);
    else expect(await refusedFieldsBy(credited)).toEqual([422, 'validation_error', ['lines.0.vatCategoryCode']]);
  });
});

describe('warnings about a credit note', () => {
  const other = (total: string, more: Partial<CreditNoteLink> = {}) => ({
    id: 'o',
    number: 'N',
    status: 'issued',
    total,
    ...more,
  });
  const warned = (credits: object[], more: object = {}) => {
    const parent = parentOf();
    return creditWarnings(
      credit(parent, { lines: [line({ unitPrice: 50 })], ...more }),
      contextOf(parent, credits as CreditNoteLink[]),
    );
  };

  it('are absent for an ordinary document', () => {
    expect(warned([])).toEqual([]);
  });

  it('report a missing or unusual rate, series and number of the buyer', () => {
    const parent = parentOf(undefined, { currency: 'EUR', exchangeRate: '1' });
    const context = contextOf(parent);
    const [series] = context.series;
    const document = credit(parent, { currency: 'EUR' });
    const buyer = { ...document, client: { ...document.client!, cif: 'RO12345678' } };
    expect(creditWarnings(buyer, { ...context, series: [{ ...series!, year: 1999 }] })).toEqual([
      expect.stringContaining('exchangeRate:'),
      expect.stringContaining('documentSeriesId: the series NC is of the year 1999'),
      expect.stringContaining('clientId:'),
    ]);
  });

  it.each([
    ['up to the total', [other('-60.50')], 0],
    ['above it', [other('-60.51')], 1],
    ['without those that were cancelled', [other('-121.00', { status: 'cancelled' })], 0],
  ])('that add up %s: %#', (_, credits, count) => {
    expect(warned(credits).filter(text => text.includes('add up to'))).toHaveLength(count);
  });

  it('do not count it twice', () => {
    const parent = parentOf();
    const document = credit(parent, { lines: [line({ unitPrice: 100 })] });
    const own = other('-121.00', { id: document.id }) as CreditNoteLink;
    expect(creditWarnings(document, contextOf(parent, [own])).join()).not.toContain('add up to');
  });

  it('mention that the invoice has no line at the rate', () => {
    const lines = [line(), line({ vatRateId: vat0 })];
    const warnings = warned([], { lines, ublExtensions: { taxExemptionReason: 'art. 292' } });
    expect(warnings.filter(text => text.includes('no line at this VAT rate'))).toEqual([
      expect.stringMatching(/^lines\.1\.vatRateId/),
    ]);
  });
});
