import type { Schema } from './document.ts';

/**
 * The short form of the schemas of tools, so that a list of tools leaves room for the conversation: without the fields that few
 * documents and clients have, and without limits of lengths and numbers. The API takes those fields all the same, and a refusal names the field
 * and its limit. `--full` describes everything.
 */

/** Named schemas that have a short form. */
const SHORTENED: ReadonlySet<string> = new Set([
  ...[
    'ClientChange',
    'ClientInput',
    'CreditNoteInput',
    'CreditNoteLineInput',
    'InvoiceChange',
    'InvoiceInput',
    'InvoiceLineInput',
    'ProductChange',
    'ProductInput',
  ],
]);

/** Their fields that are left out. */
const RARE: ReadonlySet<string> = new Set([
  ...['bankAccount', 'bankName', 'cif', 'clientCode', 'contactPerson', 'idNumber', 'isAffiliated', 'sendPersonalNumber'],
  ...['categoryId', 'color', 'cpvCode', 'grossWeight', 'ncCode', 'netWeight', 'sgrAmount', 'turnoverKind', 'addSgr'],
  ...['autoApplyVatRules', 'businessProcessType', 'buyerAccountingReference', 'buyerReference', 'clientBalanceExisting'],
  ...['clientBalanceOverdue', 'contractNumber', 'deliveryLocation', 'deputyAuto', 'deputyIdentityCard', 'deputyName'],
  ...['despatchAdviceReference', 'documentType', 'exchangeRate', 'invoiceTypeCode', 'invoicedObjectIdentifier', 'issuerId'],
  ...['issuerName', 'kind', 'payeeBankAccount', 'payeeBankName', 'payeeIdentifier', 'payeeLegalRegistrationIdentifier'],
  ...['payeeName', 'penaltyEnabled', 'penaltyGraceDays', 'penaltyPercentPerDay', 'plataOnline', 'platitorTva'],
  ...['precedingInvoices', 'productCode', 'projectReference', 'receivingAdviceReference', 'remindersDisabled', 'salesAgent'],
  ...['showClientBalance', 'taxPointDate', 'taxPointDateCode', 'tenderOrLotReference', 'tvaLaIncasare', 'ublExtensions'],
  'vatCategoryCode',
]);

/** Keywords whose violation the API explains in its refusal. */
const LIMITS: ReadonlySet<string> = new Set([
  ...['exclusiveMaximum', 'exclusiveMinimum', 'maxItems', 'maxLength', 'maximum', 'minItems', 'minLength', 'minimum', 'pattern'],
]);

/** The body of a tool in its short form: a draft of a credit note is seldom changed, so only the change of an invoice is described. */
export const shortBody = (tool: string, body: Schema): Schema =>
  tool === 'invoices-update' ? ((body['oneOf'] as Schema[] | undefined)?.[0] ?? body) : body;

/** A named schema of the document in its short form. */
export function shortSchema(schema: Schema, name: string): Schema {
  const { properties } = schema as { properties?: Record<string, Schema> };
  if (!properties || !SHORTENED.has(name)) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !RARE.has(field))),
    description: [schema['description'], 'Takes more fields, which few have.'].filter(Boolean).join(' '),
  };
}

/** Whether a member of a schema is a limit, not a field of that name. */
export const isLimit = (key: string, value: unknown): boolean => LIMITS.has(key) && ['number', 'string'].includes(typeof value);

/**
 * A choice between types in one list (`{"type":["number","null"]}`). A decimal number may be sent as a text too, which a model has no
 * reason for.
 */
export function shortChoice(schema: Schema): Schema {
  const { anyOf, ...others } = schema as { anyOf?: Schema[] };
  const types = anyOf?.map(choice => (Object.keys(choice).join() === 'type' ? choice['type'] : undefined));
  if (!types?.every(type => typeof type === 'string')) return schema;
  const kept = types.includes('number') ? types.filter(type => type !== 'string') : types;
  return { type: kept.length === 1 ? kept[0] : kept, ...others };
}
