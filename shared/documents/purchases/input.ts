import * as z from 'zod';
import { csvText } from '#shared/documents/common/csv-import/file.ts';
import { optional, turnoverKind } from '#shared/documents/common/input.ts';
import { country, currency, date, decimalBetween, id, optionalDate, optionalText, text } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT, MAX_QUANTITY } from '#shared/base/kernel/money.ts';
import { PURCHASE_KINDS } from '#shared/model/purchase/model.ts';
import { VAT_CATEGORIES } from '#shared/model/vat/categories.ts';
import { taxNumber } from '#shared/records/parties/clients/input.ts';

/** Request bodies of purchases that are entered by hand (PUR-2). */

const money = () => decimalBetween(2, `-${MAX_AMOUNT}`, MAX_AMOUNT);
const percent = () => decimalBetween(2, 0, 100);

const MOST_GROUPS = 20;
const MOST_LINES = 200;

const listOf = <Entry extends z.ZodType>(entry: Entry, most: number) =>
  optional(z.array(entry).min(1, 'must not be empty').max(most, `must have at most ${most} entries`));

const groupBody = z.object({
  category: optional(z.enum(VAT_CATEGORIES)),
  rate: optional(percent()),
  base: money(),
  vat: optional(money()),
  turnoverKind: turnoverKind(),
});

const lineBody = z.object({
  description: text(500),
  quantity: optional(decimalBetween(4, `-${MAX_QUANTITY}`, MAX_QUANTITY)),
  unitPrice: decimalBetween(4, `-${MAX_AMOUNT}`, MAX_AMOUNT),
  vatRate: optional(percent()),
  vatCategoryCode: optional(z.enum(VAT_CATEGORIES)),
  turnoverKind: turnoverKind(),
});

const supplierBody = z.object({
  id: optional(id()),
  name: optionalText(255),
  cif: taxNumber(),
  vatCode: taxNumber(),
  country: optional(country()),
  address: optionalText(255),
  city: optionalText(100),
});
export type PurchaseSupplierBody = z.output<typeof supplierBody>;

const customsBody = z.object({
  number: text(50),
  date: date(),
  vatLei: optional(decimalBetween(2, 0, MAX_AMOUNT)),
  baseLei: optional(decimalBetween(2, 0, MAX_AMOUNT)),
});

export const purchaseBody = z
  .object({
    kind: z.enum(PURCHASE_KINDS),
    supplier: supplierBody,
    number: text(100),
    issueDate: date(),
    taxPointDate: optionalDate(),
    receivedDate: optionalDate(),
    dueDate: optionalDate(),
    currency: optional(currency()),
    exchangeRate: optional(decimalBetween(6, '0.000001', '999999')),
    tvaLaIncasare: z.boolean().nullish(),
    buyerCif: taxNumber(),
    customs: optional(customsBody),
    groups: listOf(groupBody, MOST_GROUPS),
    lines: listOf(lineBody, MOST_LINES),
    description: optionalText(500),
    vatDeductiblePercent: optional(percent()),
    selfAssessedRate: optional(percent()),
    expenseCategory: optionalText(100),
    expenseAccount: optionalText(20),
    notes: optionalText(5000),
    idempotencyKey: optionalText(255),
  })
  .meta({ id: 'PurchaseInput' });
export type PurchaseBody = z.output<typeof purchaseBody>;

export const purchaseImportBody = z
  .object({
    csv: csvText(),
    dryRun: z.boolean().optional(),
  })
  .meta({ id: 'PurchaseImportInput' });
