import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';

/** Response schemas of the reports of returns (REP-8, REP-24 to REP-33). */

const period = () => z.string().regex(/^\d{4}-\d{2}$/);
const columns = () => z.object({ baseLei: z.number().nullable(), vatLei: z.number().nullable() });

const entrySchema = z
  .object({
    documentId: uuid(),
    paymentId: uuid().nullable(),
    number: z.string(),
    type: z.enum(['sale', 'purchase']),
    date: day(),
    taxPoint: day(),
    client: z.string().nullable().optional(),
    supplier: z.string().nullable().optional(),
    cif: z.string().nullable(),
    baseAmount: z.number(),
    vatRate: z.number(),
    vatAmount: z.number(),
    totalAmount: z.number(),
    selfAssessedAmount: z.number(),
    deductibleAmount: z.number(),
    rows: z.array(z.string()),
  })
  .meta({ id: 'VatReportInvoice' });

export const vatReportSchema = z
  .object({
    period: period(),
    totalSales: z.number(),
    totalVatCollected: z.number(),
    totalPurchases: z.number(),
    totalVatDeductible: z.number(),
    vatDue: z.number(),
    invoices: z.array(entrySchema),
    rows: z.array(
      z.object({
        ...{ row: z.string(), label: z.string(), baseLei: z.number().nullable(), vatLei: z.number().nullable() },
        ...{ documents: z.int(), documentIds: z.array(uuid()) },
      }),
    ),
    basedOn: z.string().nullable(),
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'VatReport' });

export const taxDeclarationSchema = z
  .object({
    form: z.enum(['d390', 'd394']),
    period: period(),
    basedOn: z.string(),
    operations: z.array(
      z.object({
        kind: z.enum(['L', 'A', 'P', 'S', 'V', 'LS', 'AI', 'C', 'AS', 'N']),
        country: z.string().nullable(),
        taxNumber: z.string().nullable(),
        name: z.string().nullable(),
        rate: z.number().nullable(),
        documents: z.int(),
        baseLei: z.number(),
        vatLei: z.number().nullable(),
        documentIds: z.array(uuid()),
      }),
    ),
    errors: z.array(z.object({ documentId: uuid(), number: z.string(), kind: z.string(), message: z.string() })),
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'TaxDeclaration' });

export const comparisonSchema = z
  .object({
    period: period(),
    basedOn: z.string(),
    threshold: z.object({
      percent: z.number(),
      lei: z.number(),
      basedOn: z.string(),
      repealedFrom: day(),
      repealedBy: z.string(),
    }),
    rows: z.array(
      z.object({
        row: z.string(),
        label: z.string(),
        ours: columns(),
        theirs: columns(),
        difference: columns(),
        isSignificant: z.boolean(),
        documents: z.int(),
        documentIds: z.array(uuid()),
      }),
    ),
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'VatComparison' });
