import { amount, decimal, round2 } from '#shared/base/kernel/money.ts';
import type { AllowanceCharge } from '#shared/model/extensions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/** The largest difference between an amount and base × percentage that is not warned of (PEPPOL-EN16931-R040). */
const SLACK = '0.02';

/**
 * Warnings for allowances and charges whose amount is not their percentage of their base amount. The rules of EN 16931 accept them,
 * so the XML states them as they are; the rules of Peppol reject them. Pure.
 */
export const allowanceWarnings = ({ ublExtensions, lines }: Pick<InvoiceDocument, 'ublExtensions' | 'lines'>): string[] => [
  ...warningsOf(ublExtensions?.allowanceCharges, ''),
  ...lines.flatMap((line, place) => warningsOf(line.ublExtensions?.allowanceCharges, `lines.${place}.`)),
];

const warningsOf = (entries: readonly AllowanceCharge[] = [], owner: string): string[] =>
  entries.flatMap((entry, place) => {
    const { baseAmount, multiplierFactorNumeric: percent } = entry;
    if (baseAmount === undefined || percent === undefined) return [];
    const product = round2(decimal(baseAmount).times(percent).div(100));
    if (product.minus(entry.amount).abs().lte(SLACK)) return [];
    const field = `${owner}ublExtensions.allowanceCharges.${place}.amount`;
    return `${field}: ${amount(decimal(entry.amount))} is not ${percent} % of baseAmount ${amount(decimal(baseAmount))}, which is ${amount(product)}.`;
  });
