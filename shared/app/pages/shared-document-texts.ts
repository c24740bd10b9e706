import type { Language } from '#shared/model/document.ts';

/** The texts of the page of a shared document. */
export interface SharedDocumentTexts {
  /** For formats of numbers. */
  locale: string;
  invoice: string;
  creditNote: string;
  seller: string;
  buyer: string;
  taxNumber: string;
  issueDate: string;
  dueDate: string;
  net: string;
  vat: string;
  total: string;
  paid: string;
  credited: string;
  due: string;
  status: {
    paid: string;
    paidOn: (date: string) => string;
    partlyPaid: (amount: string) => string;
    open: (amount: string) => string;
    openUntil: (amount: string, date: string) => string;
    overdue: (amount: string, date: string) => string;
    nothing: string;
    validated: (date: string) => string;
  };
  files: string;
  pdf: string;
  xml: string;
  payment: string;
  payee: string;
  bank: string;
  amount: string;
  reference: string;
  copy: string;
  copied: string;
  scan: string;
  code: string;
  expires: (date: string) => string;
}

export const SHARED_DOCUMENT_TEXTS: Record<Language, SharedDocumentTexts> = {
  ro: {
    locale: 'ro-RO',
    invoice: 'Factura',
    creditNote: 'Nota de credit',
    seller: 'Furnizor',
    buyer: 'Client',
    taxNumber: 'CIF',
    issueDate: 'Data emiterii',
    dueDate: 'Scadența',
    net: 'Fără TVA',
    vat: 'TVA',
    total: 'Total',
    paid: 'Plătit',
    credited: 'Creditat',
    due: 'De plată',
    status: {
      paid: 'Plătită integral.',
      paidOn: date => `Plătită integral la ${date}.`,
      partlyPaid: amount => `Plătită parțial: mai sunt de plată ${amount}.`,
      open: amount => `De plată: ${amount}.`,
      openUntil: (amount, date) => `De plată: ${amount}, până la ${date}.`,
      overdue: (amount, date) => `Scadența a trecut la ${date}: sunt de plată ${amount}.`,
      nothing: 'Nu este nimic de plată.',
      validated: date => `Validată de autoritatea fiscală la ${date}.`,
    },
    files: 'Descărcați documentul',
    pdf: 'PDF',
    xml: 'XML (e-factură)',
    payment: 'Date pentru plată',
    payee: 'Beneficiar',
    bank: 'Banca',
    amount: 'Suma',
    reference: 'Referința plății',
    copy: 'Copiază',
    copied: 'Copiat',
    scan: 'Scanați codul cu aplicația băncii (transfer SEPA în euro).',
    code: 'Cod QR cu datele transferului',
    expires: date => `Linkul este valabil până la ${date}.`,
  },
  en: {
    locale: 'en-GB',
    invoice: 'Invoice',
    creditNote: 'Credit note',
    seller: 'Seller',
    buyer: 'Buyer',
    taxNumber: 'Tax number',
    issueDate: 'Issue date',
    dueDate: 'Due date',
    net: 'Net amount',
    vat: 'VAT',
    total: 'Total',
    paid: 'Paid',
    credited: 'Credited',
    due: 'Amount due',
    status: {
      paid: 'Paid in full.',
      paidOn: date => `Paid in full on ${date}.`,
      partlyPaid: amount => `Paid in part: ${amount} remains to be paid.`,
      open: amount => `To be paid: ${amount}.`,
      openUntil: (amount, date) => `To be paid: ${amount}, by ${date}.`,
      overdue: (amount, date) => `Was due on ${date}: ${amount} is to be paid.`,
      nothing: 'There is nothing to pay.',
      validated: date => `Validated by the tax authority on ${date}.`,
    },
    files: 'Download the document',
    pdf: 'PDF',
    xml: 'XML (e-invoice)',
    payment: 'Payment details',
    payee: 'Payee',
    bank: 'Bank',
    amount: 'Amount',
    reference: 'Payment reference',
    copy: 'Copy',
    copied: 'Copied',
    scan: 'Scan the code with your banking app (SEPA transfer in euro).',
    code: 'QR code with the details of the transfer',
    expires: date => `The link is valid until ${date}.`,
  },
  de: {
    locale: 'de-DE',
    invoice: 'Rechnung',
    creditNote: 'Gutschrift',
    seller: 'Verkäufer',
    buyer: 'Käufer',
    taxNumber: 'Steuernummer',
    issueDate: 'Rechnungsdatum',
    dueDate: 'Fällig am',
    net: 'Nettobetrag',
    vat: 'MwSt.',
    total: 'Gesamtbetrag',
    paid: 'Bezahlt',
    credited: 'Gutgeschrieben',
    due: 'Zu zahlen',
    status: {
      paid: 'Vollständig bezahlt.',
      paidOn: date => `Am ${date} vollständig bezahlt.`,
      partlyPaid: amount => `Teilweise bezahlt: ${amount} sind noch offen.`,
      open: amount => `Zu zahlen: ${amount}.`,
      openUntil: (amount, date) => `Zu zahlen: ${amount}, bis ${date}.`,
      overdue: (amount, date) => `Seit dem ${date} fällig: ${amount} sind zu zahlen.`,
      nothing: 'Es ist nichts zu zahlen.',
      validated: date => `Von der Steuerbehörde am ${date} validiert.`,
    },
    files: 'Dokument herunterladen',
    pdf: 'PDF',
    xml: 'XML (E-Rechnung)',
    payment: 'Zahlungsdaten',
    payee: 'Empfänger',
    bank: 'Bank',
    amount: 'Betrag',
    reference: 'Verwendungszweck',
    copy: 'Kopieren',
    copied: 'Kopiert',
    scan: 'Scannen Sie den Code mit Ihrer Banking-App (SEPA-Überweisung in Euro).',
    code: 'QR-Code mit den Überweisungsdaten',
    expires: date => `Der Link ist gültig bis ${date}.`,
  },
  fr: {
    locale: 'fr-FR',
    invoice: 'Facture',
    creditNote: 'Avoir',
    seller: 'Vendeur',
    buyer: 'Acheteur',
    taxNumber: 'Numéro fiscal',
    issueDate: 'Date d’émission',
    dueDate: 'Échéance',
    net: 'Montant HT',
    vat: 'TVA',
    total: 'Total',
    paid: 'Payé',
    credited: 'Crédité',
    due: 'À payer',
    status: {
      paid: 'Payée en totalité.',
      paidOn: date => `Payée en totalité le ${date}.`,
      partlyPaid: amount => `Payée en partie : il reste ${amount} à payer.`,
      open: amount => `À payer : ${amount}.`,
      openUntil: (amount, date) => `À payer : ${amount}, avant le ${date}.`,
      overdue: (amount, date) => `Échue le ${date} : ${amount} à payer.`,
      nothing: 'Il n’y a rien à payer.',
      validated: date => `Validée par l’administration fiscale le ${date}.`,
    },
    files: 'Télécharger le document',
    pdf: 'PDF',
    xml: 'XML (facture électronique)',
    payment: 'Coordonnées de paiement',
    payee: 'Bénéficiaire',
    bank: 'Banque',
    amount: 'Montant',
    reference: 'Référence du paiement',
    copy: 'Copier',
    copied: 'Copié',
    scan: 'Scannez le code avec l’application de votre banque (virement SEPA en euros).',
    code: 'Code QR avec les données du virement',
    expires: date => `Le lien est valable jusqu’au ${date}.`,
  },
};
