/**
 * The plain text fields of an invoice, which are stored and shown as they were sent; null = none. The type of the document, its
 * blank value, request schemas, the copy into a draft and answers are all derived from this table. The order within a group is that
 * of requests and answers.
 */
export interface TextField {
  /** Maximum length in characters. */
  max: number;
  /** The EN 16931 business term of the field; absent if the XML does not have it, or if its term is made from several fields. */
  bt?: `BT-${number}`;
}

/** Terms of the sale. */
export const TERM_FIELDS = {
  notes: { max: 5000 },
  paymentTerms: { max: 1000, bt: 'BT-20' },
} as const satisfies Record<string, TextField>;

/** References of the supply, and the persons involved. */
export const SUPPLY_FIELDS = {
  deliveryLocation: { max: 255 },
  projectReference: { max: 255, bt: 'BT-11' },
  orderNumber: { max: 255, bt: 'BT-13' },
  contractNumber: { max: 255, bt: 'BT-12' },
  issuerName: { max: 255 },
  issuerId: { max: 255 },
  mentions: { max: 5000 },
  internalNote: { max: 5000 },
  salesAgent: { max: 255 },
  deputyName: { max: 255 },
  deputyIdentityCard: { max: 255 },
  deputyAuto: { max: 255 },
} as const satisfies Record<string, TextField>;

/** References, accounting data and payee: fields of the e-invoice, few of which the PDF prints too. */
export const XML_FIELDS = {
  taxPointDateCode: { max: 10 },
  buyerReference: { max: 200, bt: 'BT-10' },
  receivingAdviceReference: { max: 200, bt: 'BT-15' },
  despatchAdviceReference: { max: 200, bt: 'BT-16' },
  tenderOrLotReference: { max: 200, bt: 'BT-17' },
  invoicedObjectIdentifier: { max: 200 },
  buyerAccountingReference: { max: 200, bt: 'BT-19' },
  businessProcessType: { max: 200, bt: 'BT-23' },
  payeeName: { max: 255, bt: 'BT-59' },
  payeeIdentifier: { max: 200, bt: 'BT-60' },
  payeeLegalRegistrationIdentifier: { max: 200, bt: 'BT-61' },
  payeeBankAccount: { max: 34 },
  payeeBankName: { max: 255 },
} as const satisfies Record<string, TextField>;

export const TEXT_FIELDS = { ...TERM_FIELDS, ...SUPPLY_FIELDS, ...XML_FIELDS };

export type TextFieldName = keyof typeof TEXT_FIELDS;

/** The names of fields that are a business term of their own: the XML has them, and what is read from it. */
export type TermFieldName = {
  [Name in TextFieldName]: (typeof TEXT_FIELDS)[Name] extends { bt: string } ? Name : never;
}[TextFieldName];

/** The names of a group's fields, in their order. */
export const namesOf = <Group extends Record<string, TextField>>(group: Group): (keyof Group & string)[] => Object.keys(group);

/** All text fields, without a text. */
export const BLANK_TEXTS = Object.fromEntries(namesOf(TEXT_FIELDS).map(name => [name, null])) as Record<TextFieldName, null>;

/** Only the text fields of a document or request. */
export const textsOf = <T extends { [Name in TextFieldName]?: unknown }>(from: T): Pick<T, TextFieldName> =>
  Object.fromEntries(namesOf(TEXT_FIELDS).map(name => [name, from[name]])) as Pick<T, TextFieldName>;

/** The names of fields by business term. */
export const fieldsByTerm = (): Record<string, TermFieldName> =>
  Object.fromEntries(
    namesOf(TEXT_FIELDS).flatMap(name => {
      const { bt }: TextField = TEXT_FIELDS[name];
      return bt ? [[bt, name]] : [];
    }),
  ) as Record<string, TermFieldName>;
