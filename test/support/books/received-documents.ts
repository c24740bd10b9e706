import type { Desk } from './desk.ts';
import { line } from './own-documents.ts';

/** Creates the documents that the company receives (documents.ts), by the API of the suppliers' own companies. */
export const SUPPLIED: Record<string, (desk: Desk) => Promise<string>> = {
  R01: desk => desk.invoice({ lines: [line('Placaj', 10, 100)] }),
  R02: desk => desk.creditNote('R01', [{ description: 'Placaj', quantity: -2, unitPrice: 100, vatRateId: desk.rate21 }]),
  R03: desk => desk.invoice({ lines: [line('Lac', 3, 100), line('Reviste', 12, 10, { vatRate: 11 })] }),
  R04: desk => desk.invoice({ parentDocumentId: desk.idOf('R03'), lines: [line('Lac', -1.5, 100)] }),
  R05: desk => desk.invoice({ currency: 'EUR', exchangeRate: 5.09, lines: [line('Licență', 1, 500)] }),
  R06: desk => desk.invoice({ lines: [{ description: 'Fier vechi', quantity: 1, unitPrice: 4000, vatCategoryCode: 'AE' }] }),
  R07: desk => desk.invoice({ invoiceTypeCode: '389', lines: [line('Rumeguș', 7, 100)] }),
  R08: desk =>
    desk.invoice({
      lines: [line('Feronerie', 1, 1000)],
      ublExtensions: {
        allowanceCharges: [{ chargeIndicator: false, amount: '100.00', taxCategoryCode: 'S', taxRate: '21', reason: 'Discount' }],
      },
    }),
  R09: desk => desk.invoice({ tvaLaIncasare: true, lines: [line('Transport', 10, 100)] }),
  R10: desk => desk.invoice({ lines: [{ description: 'Ascuțit', quantity: 3, unitPrice: 100 }] }),
  R11: desk => desk.creditNote('R09', [{ description: 'Transport', quantity: -2, unitPrice: 100, vatRateId: desk.rate21 }]),
};
