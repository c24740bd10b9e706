import type { Labels } from './labels.ts';

/** German, in the words of the German version of Directive 2006/112/EC and of the UStG. */
export const de: Labels = {
  language: 'de',
  locale: 'de-DE',
  percentSign: '\u00a0%',

  title: {
    invoice: 'Rechnung',
    // "Gutschrift" is what the law calls an invoice that the buyer makes out (§ 14 (2) UStG), not a credit note.
    creditNote: 'Rechnungskorrektur',
    reversal: 'Stornorechnung',
    corrected: 'Berichtigte Rechnung',
    selfBilled: 'Gutschrift',
    accounting: 'Rechnungsangaben für Buchhaltungszwecke',
    proforma: 'Proforma-Rechnung',
  },
  preceding: { corrected: 'Berichtigt Rechnung', advance: 'Anzahlungsrechnung', preceding: 'Früheres Dokument' },
  precedingMany: { corrected: 'Berichtigt Rechnungen', advance: 'Anzahlungsrechnungen', preceding: 'Frühere Dokumente' },
  ofDate: 'vom',

  number: 'Nummer',
  issueDate: 'Rechnungsdatum',
  dueDate: 'Fällig am',
  validUntil: 'Gültig bis',
  currency: 'Währung',

  seller: 'Verkäufer',
  buyer: 'Käufer',
  vatId: 'USt-IdNr.',
  taxId: 'Steuernummer',
  personalNumber: 'Personennr.',
  registrationNumber: 'Handelsregister',
  capital: 'Stammkapital',
  email: 'E-Mail',
  phone: 'Telefon',
  website: 'Web',

  reference: {
    order: 'Bestellung',
    contract: 'Vertrag',
    project: 'Projekt',
    deliveryLocation: 'Lieferort',
    deliveryAddress: 'Lieferanschrift',
    deliveryDate: 'Lieferdatum',
    taxPointDate: 'Steuerzeitpunkt',
    invoicePeriod: 'Abrechnungszeitraum',
    buyerReference: 'Referenz des Käufers',
    buyerAccountingReference: 'Buchungsreferenz des Käufers',
    despatchAdvice: 'Lieferschein',
    receivingAdvice: 'Wareneingangsschein',
    tenderOrLot: 'Ausschreibung oder Los',
    invoicedObject: 'Abrechnungsobjekt',
    documents: 'Anlagen',
  },

  line: {
    number: 'Pos.',
    description: 'Ware oder Leistung',
    code: 'Artikelnr.',
    unit: 'Einheit',
    quantity: 'Menge',
    unitPrice: 'Einzelpreis',
    discount: 'Rabatt',
    vatRate: 'MwSt.-Satz',
    net: 'Netto\u00adbetrag',
    vat: 'MwSt.-Betrag',
    total: 'Brutto\u00adbetrag',
    period: 'Zeitraum',
    vatIncluded: 'Preis inkl. MwSt.',
  },

  vatBreakdown: 'MwSt.-Satz',
  taxable: 'Bemessungs\u00adgrundlage',
  category: {
    S: null,
    Z: 'Nullsatz',
    E: 'steuerbefreit',
    AE: 'Steuerschuldnerschaft des Leistungsempfängers',
    K: 'innergemeinschaftliche Lieferung',
    G: 'Ausfuhrlieferung',
    O: 'nicht steuerbar',
  },
  exemption: {
    S: null,
    Z: null,
    E: 'Von der Mehrwertsteuer befreit',
    AE: 'Steuerschuldnerschaft des Leistungsempfängers',
    K: 'Steuerfreie innergemeinschaftliche Lieferung',
    G: 'Steuerfreie Ausfuhrlieferung',
    O: 'Nicht steuerbarer Umsatz',
  },
  notVatPayer: 'Der Verkäufer ist nicht für die Mehrwertsteuer registriert',

  adjustments: 'Nachlässe und Zuschläge',
  allowance: 'Nachlass',
  charge: 'Zuschlag',
  ofBase: 'von',

  lineTotal: 'Positionen netto',
  allowanceTotal: 'Nachlässe',
  chargeTotal: 'Zuschläge',
  subtotal: 'Summe netto',
  discountTotal: 'Darin enthaltene Rabatte',
  vatTotal: 'MwSt. gesamt',
  vatInLocalCurrency: 'MwSt. in RON',
  exchangeRate: 'Wechselkurs',
  total: 'Gesamtbetrag',
  amountDue: 'Zu zahlen',
  prepaid: 'Vorauszahlung',
  rounding: 'Rundung',
  paid: 'Bezahlt',
  credited: 'Gutgeschrieben',
  remaining: 'Offener Betrag',

  // Directive 2006/112/EC, Article 226(7a) and (11a).
  notFiscal: 'Eine Proforma-Rechnung ist kein steuerlicher Beleg.',
  vatOnCollection: 'Besteuerung nach vereinnahmten Entgelten',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers',

  refund: 'Erstattung',
  refundTerms: invoice =>
    invoice === null
      ? 'Der Betrag wird erstattet oder mit anderen Rechnungen verrechnet.'
      : `Der Betrag wird von Rechnung ${invoice} abgezogen; bereits Bezahltes wird erstattet oder verrechnet.`,

  payment: 'Zahlung',
  paymentMethodLabel: 'Zahlungsart',
  paymentMethod: {
    bank_transfer: 'Überweisung',
    cash: 'Barzahlung',
    card: 'Karte',
    cheque: 'Scheck',
    other: 'Andere Zahlungsart',
  },
  paymentTerms: 'Bedingungen',
  payee: 'Zahlungsempfänger',
  iban: 'IBAN',
  bank: 'Bank',
  penalty: (percentPerDay, graceDays) =>
    graceDays > 0
      ? `Verzugszinsen: ${percentPerDay}\u00a0% pro Tag ab ${graceDays} ${graceDays === 1 ? 'Tag' : 'Tagen'} nach Fälligkeit`
      : `Verzugszinsen: ${percentPerDay}\u00a0% pro Tag`,

  mentions: 'Hinweise',
  notes: 'Bemerkungen',
  issuer: 'Ausgestellt von',
  deputy: 'Beauftragter',
  identityCard: 'Ausweis',
  vehicle: 'Fahrzeug',
  salesAgent: 'Vertriebsmitarbeiter',
  clientBalance: 'Kundensaldo',
  balanceExisting: 'aktuell',
  balanceOverdue: 'überfällig',

  page: 'Seite',
  pageOf: 'von',
  draft: 'ENTWURF',
  cancelled: 'STORNIERT',
};
