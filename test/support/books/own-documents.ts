import type { Desk } from './desk.ts';

/** Creates each of the company's documents (documents.ts) by the API. */

/** A line at 21 %, unless it says otherwise. */
export const line = (description: string, quantity: number, unitPrice: number, more: object = {}) => ({
  ...{ description, quantity, unitPrice, vatRate: 21 },
  ...more,
});
/** A line of a category without VAT. */
const without = (vatCategoryCode: string, description: string, quantity: number, unitPrice: number) => ({
  ...{ description, quantity, unitPrice, vatCategoryCode },
});
const AT_11 = { vatRate: 11 };

const deliveredTo = (countryCode: string, cityName: string, countrySubentity: string, actualDeliveryDate: string) => ({
  delivery: { actualDeliveryDate, deliveryAddress: { streetName: 'Main 1', cityName, countrySubentity, countryCode } },
});

/** Creates a document and returns its id. */
type Maker = (desk: Desk) => Promise<string>;

const small = [0.07, 0.12, 0.17].flatMap(price => Array.from({ length: 10 }, (_, place) => line(`Șurub ${place}`, 1, price)));

export const MAKERS: Record<string, Maker> = {
  D01: desk => desk.invoice({ dueDate: '2026-10-30', lines: [line('Raft', 10, 123.45)] }),
  D02: desk => desk.invoice({ lines: [line('Carte', 7, 33.33, AT_11)] }),
  D03: desk =>
    desk.invoice({
      dueDate: '2026-10-30',
      lines: [
        line('Dulap', 3, 999.99, { discountPercent: 7.5 }),
        line('Carte', 13, 17.77, { ...AT_11, discount: 11.01 }),
        line('Montaj', 1.5, 80.5),
      ],
    }),
  D04: desk =>
    desk.invoice({
      lines: [line('Scaun', 3, 99.99, { vatIncluded: true }), line('Carte', 1, 25, { ...AT_11, vatIncluded: true })],
    }),
  D05: desk => desk.invoice({ lines: [without('AE', 'Grâu', 20_000, 0.5)] }),
  D06: desk =>
    desk.invoice({
      currency: 'EUR',
      lines: [without('K', 'Masă', 10, 500)],
      ublExtensions: deliveredTo('DE', 'Berlin', 'Berlin', '2026-10-08'),
    }),
  D07: desk =>
    desk.invoice({
      currency: 'USD',
      lines: [without('G', 'Masă', 4, 500)],
      ublExtensions: deliveredTo('US', 'Boston', 'Massachusetts', '2026-10-09'),
    }),
  D08: desk => desk.invoice({ currency: 'EUR', lines: [{ ...without('AE', 'Proiectare', 8, 60), kind: 'service' }] }),
  D09: async desk => {
    const notes = [
      await desk.deliveryNote({ lines: [desk.noteLine('Blat', 5, 250)] }),
      await desk.deliveryNote({ lines: [desk.noteLine('Picior', 20, 40)] }),
    ];
    return desk.invoiceOfNotes(notes);
  },
  D10: desk => desk.invoice({ lines: [line('Avans bucătărie', 1, 3000)] }),
  D11: desk =>
    desk.invoice({
      parentDocumentId: desk.idOf('D10'),
      lines: [line('Bucătărie', 1, 10_000), line('Avans bucătărie', -1, 3000)],
    }),
  D12: desk => desk.creditNote('D01', [{ description: 'Raft', quantity: -2, unitPrice: 123.45, vatRateId: desk.rate21 }]),
  D13: desk => desk.creditNote('D02', [{ description: 'Carte', quantity: -7, unitPrice: 33.33, vatRateId: desk.rate11 }]),
  D14: desk => desk.invoice({ parentDocumentId: desk.idOf('D03'), lines: [line('Dulap', -1, 999.99, { discountPercent: 7.5 })] }),
  D15: desk => desk.invoice({ currency: 'EUR', lines: [line('Consultanță', 1, 1000)] }),
  D16: desk => desk.invoice({ currency: 'EUR', lines: [line('Avans mobilier', 1, 2000)] }),
  D17: desk =>
    desk.invoice({
      currency: 'EUR',
      parentDocumentId: desk.idOf('D16'),
      lines: [line('Mobilier', 1, 5000), line('Avans mobilier', -1, 2000)],
    }),
  D18: desk =>
    desk.invoice({
      lines: [line('Birou', 1, 1000), line('Cărți', 1, 100, AT_11)],
      ublExtensions: {
        allowanceCharges: [
          { chargeIndicator: false, amount: '100.00', taxCategoryCode: 'S', taxRate: '21', reason: 'Discount' },
          { chargeIndicator: true, amount: '30.00', taxCategoryCode: 'S', taxRate: '21', reason: 'Transport' },
        ],
      },
    }),
  D19: desk => desk.invoice({ lines: [line('Ușă', 4, 250)], ublExtensions: { prepaidAmount: '500.00' } }),
  D20: desk =>
    desk.invoice({
      lines: [
        line('Dulap', 2, 600, {
          ublExtensions: { allowanceCharges: [{ chargeIndicator: false, amount: '120.00', reason: 'Promo' }] },
        }),
      ],
    }),
  D21: desk => desk.invoice({ collect: { type: 'cash' }, lines: [line('Poliță', 3, 100)] }),
  D22: desk => desk.invoice({ lines: [line('Reparație', 2, 100)] }),
  D23: desk => desk.invoice({ lines: [line('Pardoseală', 50, 100)] }),
  D24: desk => desk.invoice({ currency: 'EUR', taxPointDate: '2026-10-05', lines: [line('Servicii', 1, 1000)] }),
  D25: async desk => {
    const id = await desk.invoice({ lines: [line('Greșită', 1, 150)] });
    await desk.act(200, `/invoices/${id}/cancel`, { reason: 'Emisă din greșeală' });
    return id;
  },
  D26: desk =>
    desk.invoice({
      lines: [without('E', 'Curs', 1, 900)],
      ublExtensions: { taxExemptionReason: 'Art. 292 (1) f', taxExemptionReasonCode: 'VATEX-EU-132' },
    }),
  D27: desk => desk.invoice({ lines: small }),
  D28: desk => desk.invoiceOfNote(desk.prepared('delivery note')),
  D29: desk =>
    desk.creditNote('D15', [{ description: 'Consultanță', quantity: -1, unitPrice: 100, vatRateId: desk.rate21 }], 'EUR'),
  D30: desk => desk.invoice({ invoiceTypeCode: '389', lines: [line('Cherestea', 6, 100)] }),
  D31: desk => desk.issuedByTemplate(desk.prepared('template')),
};

/** Documents created before the document of which they become a part. */
export const PREPARED: { day: string; client: string; name: string; make: Maker }[] = [
  {
    ...{ day: '2026-11-05', client: 'Beta', name: 'delivery note' },
    make: desk => desk.deliveryNote({ currency: 'EUR', lines: [desk.noteLine('Blat', 10, 40)] }),
  },
  {
    ...{ day: '2026-11-20', client: 'Alfa', name: 'template' },
    make: desk =>
      desk.template({
        nextIssuanceDate: '2026-11-27',
        lines: [
          {
            ...{ description: 'Abonament', quantity: 1, unitPrice: 500, vatRateId: desk.rate21 },
            ...{ priceRule: 'exchange_rate', referenceCurrency: 'EUR' },
          },
          { description: 'Carte', quantity: 1, unitPrice: 100, vatRateId: desk.rate11 },
        ],
      }),
  },
];

/** Payments of clients by bank. D21 is paid in cash when it is created. */
export const PAYMENTS = [
  { doc: 'D10', day: '2026-10-13', amount: 3630 },
  { doc: 'D01', day: '2026-10-20', amount: 500 },
  { doc: 'D16', day: '2026-10-21', amount: 2420 },
];
