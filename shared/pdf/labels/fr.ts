import type { Labels } from './labels.ts';

/** French, in the words of the French version of Directive 2006/112/EC and of the CGI. */
export const fr: Labels = {
  language: 'fr',
  locale: 'fr-FR',
  percentSign: '\u00a0%',

  title: {
    invoice: 'Facture',
    creditNote: 'Avoir',
    reversal: 'Facture d’avoir',
    corrected: 'Facture rectificative',
    selfBilled: 'Facture – Autofacturation',
    accounting: 'Facture – informations à des fins comptables',
  },
  preceding: { corrected: 'Rectifie la facture', advance: 'Facture d’acompte', preceding: 'Document antérieur' },
  precedingMany: { corrected: 'Rectifie les factures', advance: 'Factures d’acompte', preceding: 'Documents antérieurs' },
  ofDate: 'du',

  number: 'Numéro',
  issueDate: 'Date d’émission',
  dueDate: 'Date d’échéance',
  currency: 'Devise',

  seller: 'Vendeur',
  buyer: 'Client',
  vatId: 'N° TVA',
  taxId: 'N° fiscal',
  personalNumber: 'N° personnel',
  registrationNumber: 'N° RCS',
  capital: 'Capital social',
  email: 'E-mail',
  phone: 'Téléphone',
  website: 'Site web',

  reference: {
    order: 'Commande',
    contract: 'Contrat',
    project: 'Projet',
    deliveryLocation: 'Lieu de livraison',
    deliveryAddress: 'Adresse de livraison',
    deliveryDate: 'Date de livraison',
    taxPointDate: 'Date d’exigibilité de la TVA',
    invoicePeriod: 'Période de facturation',
    buyerReference: 'Référence du client',
    buyerAccountingReference: 'Référence comptable du client',
    despatchAdvice: 'Avis d’expédition',
    receivingAdvice: 'Avis de réception',
    tenderOrLot: 'Appel d’offres ou lot',
    invoicedObject: 'Objet facturé',
    documents: 'Pièces jointes',
  },

  line: {
    number: 'N°',
    description: 'Désignation',
    code: 'Réf.',
    unit: 'Unité',
    quantity: 'Quantité',
    unitPrice: 'Prix unitaire',
    discount: 'Remise',
    vatRate: 'Taux TVA',
    net: 'Montant HT',
    vat: 'Montant TVA',
    total: 'Montant TTC',
    period: 'Période',
    vatIncluded: 'Prix TTC',
  },

  vatBreakdown: 'Taux TVA',
  taxable: 'Base d’imposition',
  category: {
    S: null,
    Z: 'taux zéro',
    E: 'exonéré',
    AE: 'autoliquidation',
    K: 'livraison intracommunautaire',
    G: 'exportation',
    O: 'hors champ de la TVA',
  },
  exemption: {
    S: null,
    Z: null,
    E: 'Opération exonérée de TVA',
    AE: 'Autoliquidation',
    K: 'Livraison intracommunautaire exonérée de TVA',
    G: 'Exportation exonérée de TVA',
    O: 'Opération hors du champ d’application de la TVA',
  },
  notVatPayer: 'Le vendeur n’est pas identifié à la TVA',

  adjustments: 'Remises et frais',
  allowance: 'Remise',
  charge: 'Frais',
  ofBase: 'de',

  lineTotal: 'Total des lignes HT',
  allowanceTotal: 'Remises',
  chargeTotal: 'Frais',
  subtotal: 'Total HT',
  discountTotal: 'Dont remises',
  vatTotal: 'Total TVA',
  vatInLocalCurrency: 'TVA en RON',
  exchangeRate: 'Taux de change',
  total: 'Total TTC',
  amountDue: 'Net à payer',
  prepaid: 'Acompte versé',
  rounding: 'Arrondi',
  paid: 'Déjà payé',
  credited: 'Avoir déduit',
  remaining: 'Reste à payer',

  // Directive 2006/112/EC, Article 226(7a) and (11a).
  vatOnCollection: 'Comptabilité de caisse (TVA exigible à l’encaissement)',
  reverseCharge: 'Autoliquidation',

  refund: 'Remboursement',
  refundTerms: invoice =>
    invoice === null
      ? 'Le montant est remboursé ou compensé avec d’autres factures.'
      : `Le montant est déduit de la facture ${invoice}\u00a0; ce qui a déjà été payé est remboursé ou compensé.`,

  payment: 'Paiement',
  paymentMethodLabel: 'Mode',
  paymentMethod: {
    bank_transfer: 'Virement',
    cash: 'Espèces',
    card: 'Carte',
    cheque: 'Chèque',
    other: 'Autre mode de paiement',
  },
  paymentTerms: 'Conditions',
  payee: 'Bénéficiaire',
  iban: 'IBAN',
  bank: 'Banque',
  penalty: (percentPerDay, graceDays) =>
    graceDays > 0
      ? `Pénalités de retard\u00a0: ${percentPerDay}\u00a0% par jour, à partir de ${graceDays} ${graceDays === 1 ? 'jour' : 'jours'} après l’échéance`
      : `Pénalités de retard\u00a0: ${percentPerDay}\u00a0% par jour`,

  mentions: 'Mentions',
  notes: 'Remarques',
  issuer: 'Établie par',
  deputy: 'Délégué',
  identityCard: 'Pièce d’identité',
  vehicle: 'Véhicule',
  salesAgent: 'Agent commercial',
  clientBalance: 'Solde du client',
  balanceExisting: 'actuel',
  balanceOverdue: 'échu',

  page: 'Page',
  pageOf: 'sur',
  draft: 'BROUILLON',
  cancelled: 'ANNULÉE',
};
