import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { DOCUMENT_SERIES_TYPES } from '#shared/model/kinds.ts';
import { VAT_CATEGORIES } from '#shared/model/vat/categories.ts';

/** Response schema of the initial values for the form of a new invoice. */

const labelled = z.object({ value: z.string(), label: z.string() }).meta({ id: 'LabelledValue' });

const coded = z.object({ code: z.string(), label: z.string() }).meta({ id: 'LabelledCode' });

export const ossRate = z
  .object({ rate: z.string(), label: z.string(), categoryCode: z.enum(VAT_CATEGORIES) })
  .meta({ id: 'OssRate' });

export const defaultsSchema = z
  .object({
    vatRates: z.array(
      z.object({ id: uuid(), rate: z.string(), label: z.string(), categoryCode: z.enum(VAT_CATEGORIES), default: z.boolean() }),
    ),
    currencies: z.array(z.string()),
    defaultCurrency: z.string(),
    defaultPaymentTermDays: z.number(),
    defaultUnitOfMeasure: z.string(),
    unitsOfMeasure: z.array(labelled.extend({ code: z.string() })),
    documentSeriesTypes: z.array(labelled),
    paymentMethods: z.array(labelled),
    exchangeRates: z.record(z.string(), z.number()),
    exchangeRateDate: day().nullable(),
    isVatPayer: z.boolean(),
    reverseCharge: z.boolean(),
    exportApplicable: z.boolean(),
    ossApplicable: z.boolean(),
    ossVatRate: ossRate.nullable(),
    ossVatRates: z.array(ossRate.extend({ default: z.boolean() })),
    countries: z.array(coded),
    counties: z.array(coded),
    series: z.record(
      z.enum(DOCUMENT_SERIES_TYPES),
      z.object({ id: uuid(), name: z.string(), prefix: z.string(), nextNumber: z.number() }).nullable(),
    ),
    bankAccounts: z.record(z.string(), z.object({ id: uuid(), iban: z.string().nullable(), bankName: z.string().nullable() })),
  })
  .meta({ id: 'InvoiceDefaults' });
