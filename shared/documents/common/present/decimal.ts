import { amount, decimal } from '#shared/base/kernel/money.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { DocumentLine } from '#shared/model/line.ts';

/**
 * Answers about documents whose amounts are strings with two decimals (REQ-24): credit notes, proformas and
 * delivery notes. schema.ts has the schemas.
 */

const twoDecimals = (value: string): string => amount(decimal(value));

/** A series with its next number. */
export const presentDecimalSeries = (series: DocumentHeader['series'], nextNumber: number | null) =>
  series && { uuid: series.id, name: series.name, nextNumber, prefix: series.prefix, year: series.year };

/** A line. @param product what the kind shows of the line's product */
export const presentDecimalLine = <P>(line: DocumentLine, product: P) => ({
  uuid: line.id,
  lineNumber: line.lineNumber,
  description: line.description,
  quantity: twoDecimals(line.quantity),
  unitPrice: twoDecimals(line.unitPrice),
  unitOfMeasure: line.unitOfMeasure,
  productId: line.productId,
  vatRateId: line.vatRateId,
  vatRate: { uuid: line.vatRateId, name: line.vatRateName, percentage: twoDecimals(line.vatRate) },
  discount: line.discountAmount,
  discountPercent: line.discountPercent === null ? null : twoDecimals(line.discountPercent),
  vatIncluded: line.vatIncluded,
  ...(line.turnoverKind && { turnoverKind: line.turnoverKind }),
  subtotal: line.subtotal,
  vatAmount: line.vatAmount,
  total: line.total,
  product,
});

/** The sum of the lines' discounts, positive. */
export const presentTotalDiscount = ({ discount }: Pick<DocumentHeader, 'discount'>): string => amount(decimal(discount).abs());
