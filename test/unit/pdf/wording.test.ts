import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#shared/output/pdf/configuration.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { unitIn } from '#shared/output/pdf/labels/units.ts';
import { printedProforma } from '#shared/documents/proformas/print.ts';
import { printedInvoice as printed } from '#shared/documents/invoices/print/invoice.ts';
import { mailField, webField } from '#shared/documents/common/print/links.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import { sampleBuyer, sampleCreditNote, sampleDocument, sampleLine, sampleSeller } from '../../support/documents.ts';
import { bodyOf, foreignBuyer, printedInvoice, textOf } from './sample.ts';

describe('units of measure', () => {
  it.each([
    ['en', 'buc', 'pcs'],
    ['de', 'Oră', 'Stunde'],
    ['fr', ' bucăți ', 'pièces'],
    ['ro', 'buc', 'buc'],
    ['en', 'mp', 'm²'],
    // A word that is not Romanian is printed as it was typed.
    ['de', 'kg', 'kg'],
    ['fr', 'Container 40ft', 'Container 40ft'],
    ['en', 'constructor', 'constructor'],
    ['en', '', ''],
  ] as const)('in %s, "%s" is "%s"', (language, typed, shown) => {
    expect(unitIn(language, typed)).toBe(shown);
  });

  it('are printed in the language of the document', () => {
    const lines = [sampleLine({ unitOfMeasure: 'ore' })];
    expect(textOf(printedInvoice(sampleDocument({ lines, language: 'de' })))).toContain(' Stunden 1 100,00 ');
    expect(textOf(printedInvoice(sampleDocument({ lines })))).toContain(' ore 1 100,00 ');
  });
});

describe('parties', () => {
  it('abroad have no CIF, Romanian ones have', () => {
    const text = textOf(printedInvoice(sampleDocument({ client: foreignBuyer })));
    expect(text).toContain('Cod TVA DE129273398');
    expect(text).not.toContain('CIF DE');
    expect(text).toContain('CIF RO40123452');
    const swiss = sampleBuyer({ country: 'CH', cif: '123456789', isVatPayer: false });
    expect(textOf(printedInvoice(sampleDocument({ client: swiss })))).not.toContain('CIF 123456789');
  });

  it.each(LANGUAGES)('have names for foreign numbers in %s', language => {
    expect(Object.values(labelsOf(language).foreign)).not.toContain('CIF');
  });

  it('print a city that is its own county once, also as the place of delivery', () => {
    const deliveryAddress = { streetName: 'Lager 3', cityName: 'Hamburg', countrySubentity: 'Hamburg', countryCode: 'DE' };
    const document = sampleDocument({ ublExtensions: { delivery: { deliveryAddress } } });
    expect(textOf(printedInvoice(document))).toContain('Lager 3, Hamburg, Germania');
    expect(textOf(printedInvoice(document))).toContain('023962 București CIF');
  });
});

describe('links', () => {
  it.each([
    ['a@b.example', 'mailto:a@b.example'],
    ['a@b.example?bcc=x@y.example', undefined],
    ['fără adresă', undefined],
    ['a@b@c', undefined],
  ])('of the mail address %s: %s', (typed, link) => {
    expect(mailField('E-mail', typed)).toEqual({ label: 'E-mail', text: typed, ...(link && { link }) });
  });

  it.each([
    ['https://firma.example/x', 'https://firma.example/x'],
    ['www.firma.example', 'https://www.firma.example/'],
    ['http://firma.example', 'http://firma.example/'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['https://banca.example@rea.example', undefined],
    ['fără site', undefined],
    ['localhost', undefined],
  ])('of the site %s: %s', (typed, link) => {
    expect(webField('Web', typed)).toEqual({ label: 'Web', text: typed, ...(link && { link }) });
  });

  it('are printed around the original text', () => {
    const seller = sampleSeller({ email: 'a@b.example', website: 'www.firma.example' });
    const body = bodyOf(printedInvoice(sampleDocument({ seller })));
    expect(body).toContain(
      '<a href="mailto:a@b.example"><span class="part">a@</span><span class="part">b<wbr />.example</span></a>',
    );
    expect(body).toContain('<a href="https://www.firma.example/"><span class="part">www<wbr />.firma<wbr />.example</span></a>');
    expect(mailField('E-mail', null)).toBeNull();
    expect(webField('Web', null)).toBeNull();
  });
});

describe('the head of a document', () => {
  const due = (document: Parameters<typeof printed>[0]) => printed(document).dates.find(({ style }) => style === 'due');

  it.each([
    ['open', {}, 'Total de plată', '121,00 RON'],
    ['partly paid', { amountPaid: '21.00', balance: '100.00' }, 'Rest de plată', '100,00 RON'],
  ])('names the amount of an invoice that is %s', (_state, amounts, label, text) => {
    expect(due({ ...sampleDocument(), ...amounts })).toMatchObject({ label, text });
  });

  it.each([
    ['a credit note', sampleCreditNote()],
    ['a negative invoice', sampleDocument({ lines: [sampleLine({ quantity: '-1' })] })],
    ['a cancelled invoice', sampleDocument({ status: 'cancelled' })],
    ['a paid invoice', { ...sampleDocument(), amountPaid: '121.00', balance: '0.00' }],
  ])('names no amount of %s', (_what, document) => {
    expect(due(document)).toBeUndefined();
  });

  it('names the amount of a proforma, but not of a cancelled one', () => {
    const proforma = (status: 'issued' | 'cancelled'): Parameters<typeof printedProforma>[0] =>
      ({ ...sampleDocument({ status }), validUntil: '2026-04-01' }) as unknown as Parameters<typeof printedProforma>[0];
    const dues = (['issued', 'cancelled'] as const).map(status =>
      printedProforma(proforma(status)).dates.some(({ style, text }) => style === 'due' && text === '121,00 RON'),
    );
    expect(dues).toEqual([true, false]);
  });

  it.each([
    ['cancelled', { status: 'cancelled' as const }],
    ['of 0', { lines: [sampleLine({ unitPrice: '0' })] }],
  ])('a proforma that is %s asks for no payment: no day, no amount due, no account', (_state, overrides) => {
    const asking = ['Data scadenței', 'Total de plată', 'RO49', 'Referință'];
    const said = (document: Parameters<typeof printed>[0]): string[] => {
      const proforma = { ...document, validUntil: '2026-04-01' } as unknown as Parameters<typeof printedProforma>[0];
      const text = textOf({ document: printedProforma(proforma), configuration: DEFAULT_CONFIGURATION });
      return asking.filter(each => text.includes(each));
    };
    expect(said(sampleDocument({ dueDate: '2026-03-16' }))).toEqual(asking);
    expect(said(sampleDocument({ dueDate: '2026-03-16', ...overrides }))).toEqual([]);
  });
});

describe('texts about lines and sums', () => {
  it('the reason of each VAT group without VAT', () => {
    const group = (vatCategoryCode: 'E' | 'Z' | 'K') => sampleLine({ vatCategoryCode, vatRate: '0' });
    const { vat } = printed(sampleDocument({ lines: [group('E'), group('Z'), group('K'), sampleLine()] }));
    expect(vat?.rows.map(({ reason }) => reason?.text)).toEqual(
      expect.arrayContaining([
        'Operațiune scutită de TVA',
        'Cotă zero de TVA',
        'Livrare intracomunitară scutită de TVA',
        undefined,
      ]),
    );
  });

  it.each([
    ['ro', 1, 'după o zi de la'],
    ['ro', 5, 'după 5 zile de la'],
    ['ro', 20, 'după 20 de zile de la'],
    ['ro', 101, 'după 101 zile de la'],
    ['ro', 100, 'după 100 de zile de la'],
    ['en', 1, 'starting 1 day after'],
    ['en', 2, 'starting 2 days after'],
  ] as const)('in %s, a penalty after %i: %s', (language, days, said) => {
    expect(labelsOf(language).penalty('0,05', days)).toContain(said);
  });

  it('plate numbers, and the day of an earlier document, are next to their field', () => {
    const parentDocument = { id: 'x', number: 'FCT 7', issueDate: '2026-01-05' };
    const { people, references } = printed(
      sampleDocument({ deputyName: 'Gheorghe Pârvu', deputyAuto: 'CJ 07 ATL', parentDocument } as never),
    );
    expect(people.map(({ text }) => text)).toEqual(['Gheorghe Pârvu, Auto\u00a0CJ\u00a007\u00a0ATL']);
    expect(references.map(({ text }) => text)).toContain('FCT 7 din\u00a005.01.2026');
  });

  it('the country of origin and the kind of a supporting document', () => {
    const lines = [sampleLine({ ublExtensions: { originCountry: 'IT' } })];
    const additionalDocumentReferences = [{ id: 'PV-1', documentDescription: 'Pontaj' }, { id: 'PV-2' }];
    const text = textOf(printedInvoice(sampleDocument({ lines, ublExtensions: { additionalDocumentReferences } })));
    expect(text).toContain('Țara de origine: Italia');
    expect(text).toContain('Documente însoțitoare PV-1 (Pontaj), PV-2');
  });

  it('the discounts of lines and their allowances are one sum', () => {
    const allowanceCharges = [
      { chargeIndicator: false, amount: '5', reason: 'Volum' },
      { chargeIndicator: true, amount: '3', reason: 'Ambalaj' },
    ];
    const lines = [sampleLine({ discount: '10' }), sampleLine({ ublExtensions: { allowanceCharges } })];
    expect(textOf(printedInvoice(sampleDocument({ lines })))).toContain('Reduceri incluse 15,00 RON');
    const credit = textOf(printedInvoice(sampleCreditNote({ lines })));
    expect(credit).toContain('Reduceri incluse -15,00 RON');
  });

  it('the payment reference; a draft has no number yet, and without an account there is no payment', () => {
    expect(textOf(printedInvoice(sampleDocument()))).toContain('Referință FCT-2026-001');
    expect(textOf(printedInvoice(sampleDocument({ status: 'draft' })))).not.toContain('Referință');
    const hidden = { configuration: { showBankInfo: false } };
    expect(textOf(printedInvoice(sampleDocument(), hidden))).not.toContain('Referință');
    expect(textOf(printedInvoice(sampleCreditNote()))).not.toContain('Referință');
  });
});
