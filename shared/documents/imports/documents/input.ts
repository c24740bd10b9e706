import * as z from 'zod';
import { columnsOf, type Field } from '#shared/documents/common/csv-import/file.ts';
import { currency, date, decimalBetween, optionalDate, optionalText, text } from '#shared/base/kernel/fields.ts';
import { MAX_AMOUNT } from '#shared/base/kernel/money.ts';
import { VAT_CATEGORIES } from '#shared/model/vat/categories.ts';
import { taxNumber } from '#shared/records/parties/clients/input.ts';

/** The rows of a file of invoices that were issued with another program (IMP-10). */

/** How many VAT groups a row may have: `base`, `rate`, `vat` and `category`, then `base2` … */
const MOST_GROUPS = 4;

const TEXTS = ['number', 'cif', 'code', 'name', 'currency', 'description', 'notes', 'correctedNumber'];

export const DOCUMENT_COLUMNS = columnsOf([
  ...TEXTS.map((name): Field => [name, name, 'text']),
  ...['issueDate', 'dueDate', 'taxPointDate', 'paidDate', 'correctedDate'].map((name): Field => [name, name, 'date']),
  ...['exchangeRate', 'paidAmount'].map((name): Field => [name, name, 'decimal']),
  ['tvaLaIncasare', 'tvaLaIncasare', 'yes'],
  ...Array.from({ length: MOST_GROUPS }, (_, place) => {
    const suffix = place === 0 ? '' : String(place + 1);
    return [
      ...['base', 'rate', 'vat'].map((name): Field => [`${name}${suffix}`, `groups.${place}.${name}`, 'decimal']),
      [`category${suffix}`, `groups.${place}.category`, 'text'] satisfies Field,
    ];
  }).flat(),
]);

const money = () => decimalBetween(2, `-${MAX_AMOUNT}`, MAX_AMOUNT);

export const documentRow = z.object({
  number: text(100),
  issueDate: date(),
  dueDate: optionalDate(),
  taxPointDate: optionalDate(),
  cif: taxNumber(),
  code: optionalText(50),
  name: optionalText(255),
  currency: currency().default('RON'),
  exchangeRate: decimalBetween(6, '0.000001', '999999').nullish(),
  tvaLaIncasare: z.boolean().nullish(),
  description: optionalText(500),
  notes: optionalText(5000),
  paidAmount: decimalBetween(2, '0.01', MAX_AMOUNT).nullish(),
  paidDate: optionalDate(),
  // The invoice that a negative one takes back.
  correctedNumber: optionalText(100),
  correctedDate: optionalDate(),
  groups: z
    .array(
      z.object({
        base: money(),
        rate: decimalBetween(2, 0, 100),
        vat: money().nullish(),
        category: z.enum(VAT_CATEGORIES).nullish(),
      }),
      { error: 'base and rate are required' },
    )
    .min(1),
});
export type DocumentRow = z.output<typeof documentRow>;
