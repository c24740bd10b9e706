import { describe, expect, it } from 'vitest';
import { readableOnWhite, TEMPLATE_SLUGS, tint } from '#shared/output/pdf/configuration.ts';
import { FAMILY_NAMES } from '#shared/output/pdf/css/families.ts';
import { labelsOf } from '#shared/output/pdf/labels/index.ts';
import { templateOf } from '#shared/output/pdf/templates/index.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { LANGUAGES } from '#shared/model/document.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import {
  sampleBuyer,
  sampleConsumer,
  sampleCreditNote,
  sampleDocument,
  sampleLine,
  sampleSeller,
} from '../../support/documents.ts';
import { bodyOf, factsOf, foreignBuyer, printedInvoice, textOf, usualDocument } from './sample.ts';

describe('classic template', () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror='a'></style>{}`;

  it('escapes hostile texts in every place', () => {
    const stated = Object.fromEntries(
      Object.entries(usualDocument()).map(([key, value]) => [key, typeof value === 'string' && NAMES.has(key) ? hostile : value]),
    ) as unknown as InvoiceDocument;
    const document: InvoiceDocument = {
      ...stated,
      client: sampleBuyer({ name: hostile, address: hostile, city: hostile, email: hostile, cif: hostile, country: hostile }),
      seller: sampleSeller({ name: hostile, registrationNumber: hostile, iban: hostile, bankName: hostile, website: hostile }),
      lines: usualDocument().lines.map(line => ({ ...line, description: hostile, productCode: hostile, unitOfMeasure: hostile })),
    };
    const { markup } = templateOf('classic')(
      printedInvoice(document, { configuration: { footerText: hostile, primaryColor: '#000000;}</style><script>' } }),
    );
    expect(markup).not.toMatch(/<script|<img|onerror='/i);
    expect(markup.match(/<\/style>/g)).toHaveLength(1);
    expect(markup).toContain('&lt;script&gt;');
  });

  it('forbids scripts and every fetch by its policy', () => {
    expect(templateOf('classic')(printedInvoice(usualDocument())).markup).toContain(
      'content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; font-src data:; img-src data:"',
    );
  });

  it('never prints the internal note', () => {
    expect(bodyOf(printedInvoice(sampleDocument({ internalNote: 'doar pentru noi' })))).not.toContain('doar pentru noi');
  });

  it('prints an unfinished draft: no buyer, no due date, no lines', () => {
    const draft = sampleDocument({ status: 'draft', number: 'DRAFT-1a2b3c4d', client: null, dueDate: null, lines: [] });
    const text = textOf(printedInvoice(draft));
    expect(text).toContain('DRAFT-1a2b3c4d');
    expect(text).not.toContain('Client');
    expect(text).not.toContain('Data scadenței');
  });

  it('writes numbers and dates the Romanian way in Romanian, the English way in English', () => {
    const lines = [sampleLine({ quantity: '1234.5', unitPrice: '1000.1234' })];
    const ro = textOf(printedInvoice(sampleDocument({ lines })));
    const en = textOf(printedInvoice(sampleDocument({ lines, language: 'en' })));
    for (const shown of ['1.234,5 ', '1.000,1234', '1.234.652,34 ', '1.493.929,33 RON', '02.03.2026', 'Factură', 'Furnizor'])
      expect(ro).toContain(shown);
    for (const shown of ['1,234.5 ', '1,000.1234', '1,234,652.34 ', '1,493,929.33 RON', '2 March 2026', 'Invoice', 'Seller'])
      expect(en).toContain(shown);
  });

  it('prints amounts of 15 digits to the last cent', () => {
    const document = { ...sampleDocument(), total: '9999999999999.99', balance: '9999999999999.99' };
    expect(textOf(printedInvoice(document))).toContain('9.999.999.999.999,99 RON');
  });

  it.each([
    ['a VAT payer', sampleSeller({ cif: '40123452', vatCode: null, isVatPayer: true }), true, 'CIF RO40123452'],
    ['a company without VAT', sampleSeller({ cif: 'RO40123452', vatCode: null, isVatPayer: false }), false, 'CIF 40123452'],
  ])('writes the tax number of %s as the law requires', (_who, seller, platitorTva, shown) => {
    expect(textOf(printedInvoice(sampleDocument({ seller, platitorTva })))).toContain(shown);
  });

  it('identifies a consumer by the given personal number, and never by the placeholder of the XML', () => {
    const consumer = (overrides: object) => printedInvoice(sampleDocument({ client: sampleConsumer(overrides) }));
    for (const number of [{ cnp: '2900101123457' }, { cif: '2900101123457' }]) {
      // Only where the client's record says so, as in the XML; never as a tax number (CIF).
      const shown = textOf(consumer({ ...number, sendPersonalNumber: true }));
      expect(shown).toContain('CNP 2900101123457');
      expect(shown).not.toContain('CIF 2900101123457');
      expect(textOf(consumer(number))).not.toContain('2900101123457');
    }
    expect(textOf(printedInvoice(sampleDocument({ client: sampleConsumer() })))).not.toContain('0000000000000');
  });

  it('names the receiver of a document without client record', () => {
    const document = sampleDocument({ client: null, receiverName: 'Cabinet Ionescu', receiverCif: '12345674' });
    expect(textOf(printedInvoice(document))).toContain('Cabinet Ionescu CIF 12345674');
  });

  it('names the country of foreign parties, and of all on a document in another language', () => {
    expect(textOf(printedInvoice(sampleDocument({ client: foreignBuyer })))).toContain('80802 München Germania');
    expect(textOf(printedInvoice(sampleDocument()))).not.toContain('România');
    expect(textOf(printedInvoice(sampleDocument({ language: 'en' })))).toContain('Romania');
  });

  it.each([
    ['invoice', sampleDocument(), 'Factură', 'Invoice'],
    ['credit note', sampleCreditNote(), 'Factură storno', 'Credit note'],
    ['negative invoice', sampleDocument({ lines: [sampleLine({ quantity: '-1' })] }), 'Factură storno', 'Reversal invoice'],
    ['corrected invoice', sampleDocument({ invoiceTypeCode: '384' }), 'Factură de corecție', 'Corrected invoice'],
    ['self-billed invoice', sampleDocument({ invoiceTypeCode: '389' }), 'Autofactură', 'Self-billed invoice'],
  ])('entitles a %s', (_kind, document, ro, en) => {
    expect(bodyOf(printedInvoice(document))).toContain(`<h1>${ro}</h1>`);
    expect(bodyOf(printedInvoice({ ...document, language: 'en' }))).toContain(`<h1>${en}</h1>`);
  });

  const FIRST = { id: '1', number: 'FCT-2026-001', issueDate: '2026-03-02', total: '121.00' };
  const SECOND = [{ number: 'ALT-7', issueDate: '2026-02-01' }];
  const advance = [sampleLine(), sampleLine({ quantity: '-0.5' })];
  it.each([
    ['a credit note', sampleCreditNote(), 'Corectează facturile', 'Corrects invoices', 'Corectează factura'],
    [
      'a corrective invoice',
      sampleDocument({ invoiceTypeCode: '384' }),
      'Corectează facturile',
      'Corrects invoices',
      'Corectează factura',
    ],
    [
      'a negative invoice',
      sampleDocument({ lines: [sampleLine({ quantity: '-1' })] }),
      'Corectează facturile',
      'Corrects invoices',
      'Corectează factura',
    ],
    [
      'the invoice that deducts an advance',
      sampleDocument({ lines: advance }),
      'Facturi de avans',
      'Advance invoices',
      'Factura de avans',
    ],
    ['any other invoice', sampleDocument(), 'Documente anterioare', 'Earlier documents', 'Document anterior'],
  ])('names all earlier documents by their relation to %s', (_what, document, ro, en, oneRo) => {
    const referring = { ...document, parentDocumentId: '1', parentDocument: FIRST, precedingInvoices: SECOND };
    const references = 'FCT-2026-001 din 02.03.2026, ALT-7 din 01.02.2026';
    expect(textOf(printedInvoice(referring))).toContain(`${ro} ${references}`);
    const english = { ...referring, language: 'en' as const };
    expect(textOf(printedInvoice(english))).toContain(`${en} FCT-2026-001 of 2 March 2026, ALT-7 of 1 February 2026`);
    const one = { ...referring, precedingInvoices: [] };
    expect(textOf(printedInvoice(one))).toContain(`${oneRo} FCT-2026-001 din 02.03.2026`);
    // Checked after printing.
    expect(factsOf(referring).filter(({ what }) => what === 'earlier document')).toHaveLength(2);
  });

  it('lets no style sheet of a company change the watermark', () => {
    const configuration = { customCss: '.watermark span { font-size: 6pt; color: #ffffff }' };
    const { markup } = templateOf('classic')(printedInvoice(sampleDocument({ status: 'draft' }), { configuration }));
    const [guard = '', company = ''] = markup.split('@layer company');
    expect(company).toContain('font-size:6pt');
    // `!important` in an earlier layer overrides all rules of a later one (CSS Cascade 5 §6.4.4).
    expect(guard.indexOf('@layer guard, template, company')).toBeLessThan(guard.search(/font-size: [\d.]+px !important/));
    for (const kept of ['color: rgb(17 24 39 / 0.065) !important', 'inset: 0 !important', 'display: grid !important'])
      expect(guard).toContain(kept);
  });

  it.each([
    ['draft', 'CIORNĂ', 'DRAFT'],
    ['cancelled', 'ANULATĂ', 'CANCELLED'],
  ] as const)('marks a %s document across the page', (status, ro, en) => {
    expect(bodyOf(printedInvoice(sampleDocument({ status })))).toContain(`<span>${ro}</span>`);
    expect(bodyOf(printedInvoice(sampleDocument({ status, language: 'en' })))).toContain(`<span>${en}</span>`);
  });

  it.each(['issued', 'validated', 'rejected'] as const)('leaves a document unmarked when %s', status => {
    expect(bodyOf(printedInvoice(sampleDocument({ status })))).not.toContain('class="watermark"');
  });

  it('breaks VAT down by rate and category with the reason where none is charged', () => {
    const lines = [
      sampleLine(),
      sampleLine({ vatRate: '11', unitPrice: '50' }),
      sampleLine({ vatRate: '0', vatCategoryCode: 'AE' }),
      sampleLine({ vatRate: '0', vatCategoryCode: 'E', ublExtensions: { taxExemptionReason: 'Art. 292 alin. (1) lit. f)' } }),
    ];
    const text = textOf(printedInvoice(sampleDocument({ lines })));
    for (const shown of [
      '21% 100,00 21,00',
      '11% 50,00 5,50',
      '0% 100,00 0,00 Taxare inversă',
      '0% 100,00 0,00 Art. 292 alin. (1) lit. f)',
    ])
      expect(text).toContain(shown);
  });

  it('mentions that the seller is not registered for VAT where that is the reason', () => {
    const document = sampleDocument({
      seller: sampleSeller({ isVatPayer: false, vatCode: null }),
      platitorTva: false,
      lines: [sampleLine({ vatRate: '0', vatCategoryCode: 'O' })],
    });
    expect(textOf(printedInvoice(document))).toContain('Furnizorul nu este înregistrat în scopuri de TVA');
    expect(textOf(printedInvoice({ ...document, platitorTva: true }))).not.toContain('Furnizorul nu este înregistrat');
  });

  it('states VAT on collection and reverse charge only where they apply', () => {
    const plain = textOf(printedInvoice(sampleDocument()));
    expect(plain).not.toMatch(/TVA la încasare|Taxare inversă/);
    expect(textOf(printedInvoice(sampleDocument({ tvaLaIncasare: true })))).toContain('TVA la încasare');
    const reverse = sampleDocument({ lines: [sampleLine({ vatRate: '0', vatCategoryCode: 'AE' })] });
    // Once: next to the rate of 0.
    expect(textOf(printedInvoice(reverse)).match(/taxare inversă/gi)).toHaveLength(1);
    expect(textOf(printedInvoice({ ...reverse, language: 'en' })).match(/reverse charge/gi)).toHaveLength(1);
    // A reason in other words does not replace the mention; lines say their category where there are several.
    const article = { taxExemptionReason: 'Art. 331 alin. (2) lit. b)' };
    const stated = sampleDocument({
      lines: [sampleLine({ vatRate: '0', vatCategoryCode: 'AE', ublExtensions: article }), sampleLine()],
    });
    expect(bodyOf(printedInvoice(stated))).toContain('<p class="legal">Taxare inversă</p>');
    expect(bodyOf(printedInvoice(stated))).toContain('<div class="detail">taxare inversă</div>');
  });

  it.each([
    ['ro', 'Curs BNR 20.11.2026', 'Curs de schimb'],
    ['en', 'BNR rate 20 November 2026', 'Exchange rate'],
    ['de', 'BNR-Kurs 20.11.2026', 'Wechselkurs'],
    ['fr', 'Cours BNR 20/11/2026', 'Taux de change'],
  ] as const)('gives source and day of a published rate in %s, and neither of a stated one', (language, published, stated) => {
    const inEuro = (exchangeRateDate: string | null): string =>
      textOf(printedInvoice(sampleDocument({ language, currency: 'EUR', exchangeRate: '4.9765', exchangeRateDate })));
    expect(inEuro('2026-11-20')).toContain(published);
    expect(inEuro('2026-11-20')).not.toContain(stated);
    expect(inEuro(null)).toContain(stated);
    expect(inEuro(null)).not.toContain('BNR');
  });

  it('gives the VAT of a foreign currency in lei with its rate, and only then', () => {
    const euro = textOf(printedInvoice(sampleDocument({ currency: 'EUR', exchangeRate: '4.9765' })));
    expect(euro).toContain('TVA în lei 104,51 RON');
    expect(euro).toContain('1 EUR = 4,9765 RON');
    // Per rate, in lei (Fiscal Code, art. 319 (20) j), and the sum is that of the XML (BT-111).
    const lines = [sampleLine({ unitPrice: '10.03' }), sampleLine({ unitPrice: '20.07', vatRate: '11' })];
    const rates = textOf(printedInvoice(sampleDocument({ lines, currency: 'EUR', exchangeRate: '5.0812' })));
    expect(rates).toContain('Cota TVA Bază de impozitare Valoare TVA TVA în lei 21% 10,03 2,11 10,72 11% 20,07 2,21 11,23');
    expect(rates).toContain('TVA în lei 21,95 RON');
    expect(textOf(printedInvoice(sampleDocument()))).not.toContain('TVA în lei');
  });

  it("prints the rate of an advance next to the line that settles it, and the document's own", () => {
    const lines = [sampleLine({ unitPrice: '300' }), sampleLine({ quantity: '-1', unitPrice: '100', exchangeRate: '4.9' })];
    const euro = sampleDocument({ lines, currency: 'EUR', exchangeRate: '5.0812' });
    const text = textOf(printedInvoice(euro));
    expect(text).toContain('Curs de schimb 1 EUR = 5,0812 RON');
    // 63 × 5.0812 − 21 × 4.9
    expect(text).toContain('TVA în lei 217,22 RON');
    expect(text).toContain('Curs de schimb: 1 EUR = 4,9 RON');
    expect(text.match(/1\sEUR = /g)).toHaveLength(2);
    expect(writeUbl(euro)).toContain('<cbc:TaxAmount currencyID="RON">217.22</cbc:TaxAmount>');
  });

  it.each([
    ['open', {}, 'Total de plată 121,00 RON'],
    ['partly paid', { amountPaid: '21.00', balance: '100.00' }, 'Total 121,00 RON Achitat -21,00 RON Rest de plată 100,00 RON'],
    ['paid', { amountPaid: '121.00', balance: '0.00' }, 'Achitat -121,00 RON Rest de plată 0,00 RON'],
    ['partly credited', { creditedAmount: '40.00', balance: '81.00' }, 'Stornat -40,00 RON Rest de plată 81,00 RON'],
  ])('prints the amount left to pay when %s', (_state, amounts, shown) => {
    expect(textOf(printedInvoice({ ...sampleDocument(), ...amounts }))).toContain(shown);
  });

  const negative = { lines: [sampleLine({ quantity: '-1' })] };
  const demanding = { paymentTerms: 'plata în 30 de zile', penaltyEnabled: true, penaltyPercentPerDay: '0.1' };
  describe.each(LANGUAGES)('in %s', language => {
    const { dueDate, iban, refundTerms, payment } = labelsOf(language);
    it.each([
      ['a credit note', sampleCreditNote({ parentDocument: FIRST, ...demanding, language }), refundTerms('FCT-2026-001')],
      ['a negative invoice', sampleDocument({ ...negative, ...demanding, language }), refundTerms(null)],
      [
        'a negative invoice that reduces its parent',
        sampleDocument({ ...negative, ...demanding, language, settles: '1', parentDocumentId: '1', parentDocument: FIRST }),
        refundTerms('FCT-2026-001'),
      ],
      [
        'a negative invoice that reduces the one that it names by number',
        sampleDocument({ ...negative, ...demanding, language, settles: '7', precedingInvoices: SECOND }),
        refundTerms(SECOND[0]?.number ?? ''),
      ],
      [
        'a negative invoice that names one of another client',
        sampleDocument({ ...negative, ...demanding, language, parentDocumentId: '1', parentDocument: FIRST }),
        refundTerms(null),
      ],
      ['a cancelled invoice', { ...sampleDocument({ status: 'cancelled', ...demanding, language }), balance: '0.00' }, null],
      ['a cancelled credit note', { ...sampleCreditNote({ status: 'cancelled', language }), balance: '0.00' }, null],
    ])(
      '%s asks for no payment: no due date, no account of the seller, no terms; a refund states how it is settled',
      (_, document, refund) => {
        const text = textOf(printedInvoice(document));
        for (const demand of [dueDate, '01.04.2026', iban, 'RO49 AAAA', 'Banca Exemplu', 'plata în 30 de zile', '0,1', '0.1'])
          expect(text).not.toContain(demand);
        if (refund === null) expect(text).not.toContain(` ${payment} `);
        else expect(text).toContain(refund.replace(/\s+/g, ' '));
        const facts = factsOf(document).map(({ what }) => what);
        expect(facts).not.toContain('IBAN');
        expect(facts).not.toContain('due date');
        expect(facts.includes('settlement of the refund')).toBe(refund !== null);
      },
    );
  });

  it.each([
    ['a total of 0', sampleDocument({ ...demanding, lines: [sampleLine(), sampleLine({ quantity: '-1' })] })],
    ['an invoice prepaid as a whole', sampleDocument({ ...demanding, ublExtensions: { prepaidAmount: '121.00' } })],
  ])('%s has nothing to pay: no due date, no account, not even of a payee', (_, invoice) => {
    const document = { ...invoice, payeeName: 'Factoring SA', payeeBankAccount: 'RO09BCYP0000001234567890' };
    const text = textOf(printedInvoice(document));
    for (const demand of ['Data scadenței', '01.04.2026', 'IBAN', ' Plată ', ' Restituire ', 'plata în 30 de zile'])
      expect(text).not.toContain(demand);
    const facts = factsOf(document).map(({ what }) => what);
    for (const what of ['IBAN', 'due date', 'settlement of the refund']) expect(facts).not.toContain(what);
  });

  it('several earlier documents are named in the plural; the refund reduces only the credited one', () => {
    const precedingInvoices = [{ number: 'FCT-2025-009', issueDate: '2025-12-01' }];
    const text = textOf(printedInvoice(sampleCreditNote({ parentDocument: FIRST, precedingInvoices })));
    expect(text).toMatch(/Corectează facturile FCT-2026-001 din \S+ FCT-2025-009 din 01\.12\.2025/);
    expect(text).toContain('Suma se scade din factura FCT-2026-001; ce a fost');
  });

  it('an invoice with a prepayment above its total pays back the rest', () => {
    const document = sampleDocument({ ...demanding, ublExtensions: { prepaidAmount: '500.00' } });
    const text = textOf(printedInvoice(document));
    expect(text).toContain('Suma se restituie sau se compensează');
    expect(text).not.toMatch(/IBAN|01\.04\.2026/);
  });

  it('a refund is paid to the account that the document itself names', () => {
    const document = sampleDocument({ ...negative, payeeName: 'Client SRL', payeeBankAccount: 'RO09BCYP0000001234567890' });
    expect(textOf(printedInvoice(document))).toContain('Client SRL IBAN RO09 BCYP 0000 0012 3456 7890');
  });

  it('has a discount column only where a discount was given', () => {
    expect(textOf(printedInvoice(sampleDocument()))).not.toContain('Reducere');
    const discounted = sampleDocument({ lines: [sampleLine({ discountPercent: '10' })] });
    expect(textOf(printedInvoice(discounted))).toMatch(/Reducere.* 10% 10,00 .*Reduceri incluse 10,00 RON/);
  });

  it('prints the discount of a negative line with the sign of the line, so that the discounts add up', () => {
    const refund = sampleLine({ quantity: '-7', discountPercent: '10' });
    const text = textOf(printedInvoice(sampleDocument({ lines: [refund, sampleLine({ unitPrice: '50', discount: '50' })] })));
    expect(text).toMatch(/-7 100,00 10% -70,00 21% -630,00/);
    expect(text).toContain('Reduceri incluse -20,00 RON');
  });

  it('prints the payee and its account where the document names them', () => {
    const document = sampleDocument({
      payeeName: 'Factoring SA',
      payeeBankAccount: 'RO09BCYP0000001234567890',
      payeeBankName: 'BCY',
    });
    expect(textOf(printedInvoice(document))).toContain('Beneficiar Factoring SA IBAN RO09 BCYP 0000 0012 3456 7890 Banca BCY');
  });

  it('shows logo and bank details as configured', () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    const document = sampleDocument();
    expect(bodyOf(printedInvoice(document, { logo }))).toContain(`src="${logo}"`);
    expect(bodyOf(printedInvoice(document, { logo, configuration: { showLogo: false } }))).not.toContain('<img');
    expect(textOf(printedInvoice(document))).toContain('RO49 AAAA 1B31 0075 9384 0000 Banca Banca Exemplu');
    expect(textOf(printedInvoice(document, { configuration: { showBankInfo: false } }))).not.toMatch(/RO49|Banca Exemplu/);
  });

  it('rejects a logo that would have to be fetched', () => {
    expect(() => templateOf('classic')(printedInvoice(sampleDocument(), { logo: 'https://example.org/logo.png' }))).toThrow(
      /data: URI/,
    );
  });

  it('prints in the configured colour, else in its own', () => {
    const style = (primaryColor: string | null): string =>
      templateOf('classic')(printedInvoice(sampleDocument(), { configuration: { primaryColor } })).markup;
    expect(style('#0f766e')).toContain('--accent: #0f766e');
    expect(style(null)).toContain('--accent: #2563eb');
    expect(style('red')).toContain('--accent: #2563eb');
  });

  it('darkens a light colour until text in it is readable', () => {
    expect(readableOnWhite('#2563eb')).toBe('#2563eb');
    expect(readableOnWhite('#ffff00')).toMatch(/^#[0-7]/);
    expect(readableOnWhite('#ffffff')).toMatch(/^#7/);
  });

  it.each([
    [0, '#ffffff'],
    [0.5, '#889098'],
    [1, '#102030'],
  ])('mixes a colour with white: a share of %d', (share, mixed) => {
    expect(tint('#102030', share)).toBe(mixed);
  });

  it('embeds the fonts of the scripts that it uses', () => {
    const faces = (name: string): number =>
      templateOf('classic')(printedInvoice(sampleDocument({ client: sampleBuyer({ name }) }))).markup.match(/@font-face/g)!
        .length;
    const latin = faces('Șantier SA');
    expect(latin).toBe(2);
    expect(faces('Строител ООД')).toBe(latin + 2);
    expect(faces('Οικοδομή ΑΕ')).toBe(latin + 2);
    expect(faces('شركة الاختبار')).toBe(latin + 2);
    // One file has every weight.
    expect(faces('🙂')).toBe(latin + 1);
  });

  it.each([
    [null, 'DejaVu Sans'],
    ['Comic Sans', 'DejaVu Sans'],
    ['open sans', 'Open Sans'],
    ['Inter', 'Inter'],
  ])('uses fontFamily %s in %s', (fontFamily, family) => {
    const { markup } = templateOf('classic')(printedInvoice(sampleDocument(), { configuration: { fontFamily } }));
    expect(markup).toContain(`@font-face{font-family:'${family}'`);
    const [, size = '', ratio = ''] = new RegExp(`body \\{\\s+font: 400 ([\\d.]+)px / ([\\d.]+) ${family},`).exec(markup) ?? [];
    // At least 9 pt, and lines at whole pixels from each other.
    expect(Number(size)).toBeGreaterThanOrEqual(12);
    expect(Math.abs(((Number(size) * Number(ratio)) % 1) - 0.5)).toBeGreaterThan(0.499);
  });

  it('embeds the family that the style sheet of the company uses as well', () => {
    const configuration = { customCss: 'h1 { font-family: Inter } h2 { font-family: Papyrus }' };
    const { markup } = templateOf('classic')(printedInvoice(sampleDocument(), { configuration }));
    expect(new Set(markup.match(/(?<=@font-face\{font-family:')[^']*/g))).toEqual(new Set(['DejaVu Sans', 'Inter']));
    expect(markup).toContain('h2{font-family:inherit;}');
  });

  it('prints all type in quarters of a pixel, whatever the family', () => {
    for (const slug of TEMPLATE_SLUGS)
      for (const fontFamily of FAMILY_NAMES) {
        const { markup } = templateOf(slug)(
          printedInvoice(sampleDocument(), { configuration: { templateSlug: slug, fontFamily } }),
        );
        const sizes = [...markup.matchAll(/font(?:-size)?:\s*(?:\d00 )?([\d.]+)(\w+)/g)].map(([, size, unit]) => ({
          size: Number(size),
          unit,
        }));
        expect(sizes.length).toBeGreaterThan(10);
        for (const { size, unit } of sizes) expect([unit, (size * 4) % 1]).toEqual(['px', 0]);
      }
  });
});

describe('labels', () => {
  it('writes Romanian with comma-below letters, never with cedillas', () => {
    const texts = JSON.stringify(labelsOf('ro'));
    expect(texts).toMatch(/[șț]/);
    expect(texts).not.toMatch(/[şţŞŢ]/);
  });
});

/** Texts of the document's head that a user types. */
const NAMES = new Set([
  'number',
  'orderNumber',
  'contractNumber',
  'projectReference',
  'deliveryLocation',
  'issuerName',
  'salesAgent',
  'deputyName',
  'deputyIdentityCard',
  'deputyAuto',
  'paymentTerms',
  'mentions',
  'notes',
  'currency',
]);
