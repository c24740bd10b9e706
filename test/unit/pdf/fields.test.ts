import { describe, expect, it } from 'vitest';
import { namesOf, TEXT_FIELDS } from '#shared/model/invoice-fields.ts';
import { sampleDocument } from '../../support/documents.ts';
import { printedInvoice, textOf } from './sample.ts';

type FieldCase = [overrides: Parameters<typeof sampleDocument>[0] & object, shown: string, hidden?: string];

/** Optional fields of the head: their source, and how they are printed. */
function optionalFields(): Record<string, FieldCase> {
  const stated = (key: string, text: string, label: string): FieldCase => [{ [key]: text }, `${label} ${text}`, label];
  return {
    dueDate: [{ dueDate: '2026-04-01' }, 'Data scadenței 01.04.2026', 'Data scadenței'],
    orderNumber: stated('orderNumber', 'CMD-1', 'Comanda'),
    contractNumber: stated('contractNumber', '12/2025', 'Contractul'),
    projectReference: stated('projectReference', 'Sediu nou', 'Proiectul'),
    deliveryLocation: stated('deliveryLocation', 'Depozit Apahida', 'Locul livrării'),
    buyerReference: stated('buyerReference', 'Dep. 4', 'Referința clientului'),
    buyerAccountingReference: stated('buyerAccountingReference', '401.7', 'Referința contabilă a clientului'),
    despatchAdviceReference: stated('despatchAdviceReference', 'AV-9', 'Avizul de expediție'),
    receivingAdviceReference: stated('receivingAdviceReference', 'NR-9', 'Avizul de recepție'),
    tenderOrLotReference: stated('tenderOrLotReference', 'LOT 3', 'Licitația sau lotul'),
    invoicedObjectIdentifier: stated('invoicedObjectIdentifier', 'POD-77', 'Obiectul facturat'),
    taxPointDate: [{ taxPointDate: '2026-02-28' }, 'Data exigibilității TVA 28.02.2026', 'Data exigibilității'],
    notes: stated('notes', 'Vă mulțumim!', 'Observații'),
    mentions: stated('mentions', 'Fără retur.', 'Mențiuni'),
    paymentTerms: stated('paymentTerms', '30 de zile', 'Condiții'),
    issuerName: stated('issuerName', 'Ioana Ștefănescu', 'Întocmit de'),
    salesAgent: stated('salesAgent', 'Răzvan Țurcanu', 'Agent de vânzări'),
    deputy: [
      { deputyName: 'Gheorghe Pârvu', deputyIdentityCard: 'CJ 123456', deputyAuto: 'CJ 07 ATL' },
      'Delegat Gheorghe Pârvu, C.I. CJ 123456, Auto CJ 07 ATL',
      'Delegat',
    ],
    penalty: [
      { penaltyEnabled: true, penaltyPercentPerDay: '0.1', penaltyGraceDays: 5 },
      'Penalități 0,1% pe zi de întârziere, după 5 zile de la scadență',
      'Penalități',
    ],
    clientBalance: [
      { showClientBalance: true, clientBalanceExisting: '1200', clientBalanceOverdue: '300.5' },
      'Soldul clientului existent 1.200,00 RON, restant 300,50 RON',
      'Soldul',
    ],
    'delivery date, period and documents': [
      {
        ublExtensions: {
          delivery: { actualDeliveryDate: '2026-02-27', deliveryAddress: { streetName: 'Str. Lungă 1', cityName: 'Brașov' } },
          invoicePeriod: { startDate: '2026-02-01', endDate: '2026-02-28' },
          additionalDocumentReferences: [{ id: 'PV-1' }, { id: 'PV-2' }],
        },
      },
      'Adresa de livrare Str. Lungă 1, Brașov Data livrării 27.02.2026 Perioada facturată 01.02.2026 – 28.02.2026 Documente însoțitoare PV-1, PV-2',
      'Documente însoțitoare',
    ],
  };
}

describe('optional fields of the printed document', () => {
  it.each(Object.entries(optionalFields()))(
    'shows %s when it is stated and hides it when it is not',
    (_field, [overrides, shown, hidden]) => {
      expect(textOf(printedInvoice(sampleDocument(overrides)))).toContain(shown);
      const without = Object.fromEntries(Object.keys(overrides).map(key => [key, key === 'showClientBalance' ? false : null]));
      const text = textOf(printedInvoice({ ...sampleDocument(), ...without }));
      expect(text).not.toContain(hidden ?? shown);
      expect(text).not.toContain('null');
    },
  );

  it('prints every text field, except those for the sender or the e-invoice alone', () => {
    const payee = { payeeName: 'Factoring SA', payeeBankAccount: 'RO83EXMP0000456789012345' };
    const shows = (name: string): boolean =>
      textOf(printedInvoice(sampleDocument({ ...payee, [name]: `XX${name}` })))
        .replaceAll(/\s/g, '')
        .includes(`XX${name}`);
    expect(namesOf(TEXT_FIELDS).filter(name => !shows(name))).toEqual([
      'issuerId',
      'internalNote',
      'taxPointDateCode',
      'businessProcessType',
    ]);
  });
});
