import { DEFAULT_CONFIGURATION } from '#shared/output/pdf/configuration.ts';
import { printPage } from '#shared/output/pdf/browser.ts';
import { mandatoryFacts, missingFacts, PAGE_BREAK } from '#shared/output/pdf/facts.ts';
import { makePdf } from '#shared/output/pdf/make-pdf.ts';
import { visibleText } from '#shared/output/pdf/reader/text.ts';
import { type Page, templateOf } from '#shared/output/pdf/templates/index.ts';
import { MARGINS } from '#shared/output/pdf/templates/page-style.ts';
import { printedInvoice as printed } from '#shared/documents/invoices/print/invoice.ts';
import type { DocumentExtensions } from '#shared/model/extensions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { LineInput } from '#shared/model/line.ts';
import { type DocumentOverrides, sampleBuyer, sampleDocument, sampleLine } from '../../support/documents.ts';

/** A usual Romanian invoice between companies: two VAT rates, a discount, fractional quantities, every diacritic. */
export const usualLines: LineInput[] = [
  sampleLine({
    description: 'Masă din stejar masiv, finisaj ulei natural, 220 × 100 cm',
    quantity: '2',
    unitPrice: '3450',
    productCode: 'MS-220',
    discountPercent: '5',
  }),
  sampleLine({ description: 'Scaun tapițat „Țesătura”', quantity: '12', unitPrice: '489.9', productCode: 'SC-04' }),
  sampleLine({ description: 'Cherestea de fag, uscată', quantity: '3.375', unitPrice: '1890.4525', unitOfMeasure: 'mc' }),
  sampleLine({
    description: 'Ghid de întreținere a lemnului (carte tipărită)',
    quantity: '10',
    unitPrice: '42',
    vatRate: '11',
  }),
  sampleLine({
    description: 'Montaj la sediul clientului, înălțime sub 3 m',
    quantity: '7.5',
    unitPrice: '120',
    unitOfMeasure: 'oră',
  }),
];

/** An allowance, a charge and a prepayment of the document (BG-20, BG-21, BT-113). */
export const adjustments: DocumentExtensions = {
  prepaidAmount: '37.00',
  allowanceCharges: [
    {
      ...{ chargeIndicator: false, amount: '10.00', baseAmount: '200.00', multiplierFactorNumeric: '5', reason: 'Client fidel' },
      ...{ taxCategoryCode: 'S', taxRate: '21' },
    },
    { chargeIndicator: true, amount: '25.50', reason: 'Transport', taxCategoryCode: 'S', taxRate: '11' },
  ],
};

/** `count` lines, each with its number. */
export const manyLines = (count: number): LineInput[] =>
  Array.from({ length: count }, (_, index) =>
    sampleLine({
      description: `Reper ${index + 1}: ${index % 4 === 0 ? 'panou stratificat din fag, lipit pe lățime, șlefuit pe ambele fețe' : 'șurub autofiletant'}`,
      quantity: String(index + 1),
      unitPrice: '12.5',
      vatRate: index % 3 === 0 ? '11' : '21',
      productCode: index % 2 === 0 ? `COD-${index + 1}` : null,
    }),
  );

export const usualDocument = (overrides: DocumentOverrides = {}): InvoiceDocument =>
  sampleDocument({
    number: 'FCT-2026-042',
    lines: usualLines,
    orderNumber: 'CMD-7781',
    contractNumber: '112/2025',
    projectReference: 'Reamenajare sediu Cluj',
    deliveryLocation: 'Depozit Apahida, rampa 4',
    issuerName: 'Ioana Ștefănescu',
    salesAgent: 'Răzvan Țurcanu',
    deputyName: 'Gheorghe Pârvu',
    deputyIdentityCard: 'CJ 123456',
    deputyAuto: 'CJ 07 ATL',
    paymentTerms: '30 de zile de la data emiterii',
    mentions: 'Bunurile rămân în proprietatea furnizorului până la plata integrală.',
    notes: 'Vă mulțumim!\nReclamațiile privind cantitatea se fac în 48 de ore.',
    ublExtensions: { delivery: { actualDeliveryDate: '2026-02-27' } },
    ...overrides,
  });

export const foreignBuyer = sampleBuyer({
  name: 'Möbelhaus Grünwald GmbH',
  cif: 'DE129273398',
  registrationNumber: 'HRB 4471',
  address: 'Leopoldstraße 12',
  city: 'München',
  county: null,
  postalCode: '80802',
  country: 'DE',
  email: 'rechnung@moebelhaus.example',
});

/** A document in the form for a template. */
export function printedInvoice(
  document: InvoiceDocument,
  { configuration: changes, ...rest }: Partial<Pick<Page, 'logo'>> & { configuration?: Partial<Page['configuration']> } = {},
): Page {
  const configuration = { ...DEFAULT_CONFIGURATION, ...changes };
  return { document: printed(document, configuration), configuration, ...rest };
}

/** What the PDF of a document must contain. */
export const factsOf = (document: InvoiceDocument) => mandatoryFacts(printed(document));

/** The page's markup without its style sheet. */
export const bodyOf = (page: Page): string => templateOf('classic')(page).markup.replace(/<style>.*<\/style>/s, '');

/** The visible text of the page: no tags, entities decoded, single spaces. */
export const textOf = (page: Page): string =>
  bodyOf(page)
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

/**
 * The PDF of a page, as the service makes it. Every template must show all mandatory texts: the service itself looks for them only if the
 * company has a style sheet.
 *
 * @throws Error that lists the texts that a reader does not see
 */
export async function provenPdf(page: Page): Promise<Uint8Array> {
  const pdf = await makePdf(page, printPage);
  const hidden = missingFacts(visibleText(pdf, MARGINS).join(`\n${PAGE_BREAK}\n`), mandatoryFacts(page.document));
  if (hidden.length > 0) throw new Error(`The PDF does not show: ${hidden.map(({ what }) => what).join(', ')}.`);
  return pdf;
}
