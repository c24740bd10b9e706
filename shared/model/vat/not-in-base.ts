import { decimal } from '#shared/base/kernel/money.ts';
import type { LineExtensions } from '../extensions.ts';
import type { InvoiceDocument } from '../invoice.ts';
import type { DocumentLine } from '../line.ts';
import type { StatedVatCategory } from './categories.ts';
import { NOT_IN_BASE_CODE, reasonOfLine, statedReason } from './exemptions.ts';
import type { NotTurnover, TurnoverKind } from './turnover-kinds.ts';
import { type KnownVatRate, type LineVat, vatOfLine, type VatWish } from './rules.ts';

/**
 * Amounts that the client owes and that are no turnover: the deposit of returnable packaging (HG 1074/2021) and what was paid in the client's
 * name (Fiscal Code, art. 286 (4) e). Beside taxed lines they are exempt (E) with a code of their own, because outside the scope (O) cannot be together
 * with other categories (BR-O-11); a seller that is not registered for VAT has O on all lines, on these too (TAX-68 to TAX-75). Pure.
 */

const REASONS: Record<NotTurnover, string> = {
  sgr_deposit: 'Garanție SGR (HG 1074/2021)',
  disbursement: 'Sume achitate în numele clientului (Codul fiscal, art. 286 alin. (4) lit. e)',
};

/** The description of a line that a deposit is put on. */
export const DEPOSIT_DESCRIPTION = 'Garanție SGR';

type Report = (field: string, message: string) => void;

/** The kind that a line or its product states; undefined: turnover. */
export const notTurnoverOf = (
  stated: TurnoverKind | null | undefined,
  product?: { turnoverKind?: NotTurnover | null },
): NotTurnover | undefined => {
  const kind = stated ?? product?.turnoverKind ?? 'normal';
  return kind === 'normal' ? undefined : kind;
};

/**
 * The VAT of a line that is no turnover: 0 %, exempt, or O for a seller that is not registered. Reports what else the request states.
 *
 * @returns undefined when `vatRateId` names no rate of the company
 */
export function vatNotInBase(
  wish: VatWish,
  rates: readonly KnownVatRate[],
  vatPayer: boolean,
  report: Report,
): LineVat | undefined {
  const stated = vatOfLine(wish, rates, vatPayer);
  if (!stated) return undefined;
  const { vatRateId, vatRate, vatCategoryCode: category } = wish;
  const kept = category === 'E' || category === 'O' ? category : undefined;
  const what = 'a deposit or an amount paid in the name of the client (turnoverKind) has no VAT';
  if ((vatRateId ?? vatRate) != null && decimal(stated.rate).gt(0))
    report(vatRate == null ? 'vatRateId' : 'vatRate', `must be 0 %: ${what}`);
  else if (category && !kept) report('vatCategoryCode', `must be E, or left out: ${what}`);
  const vat = vatOfLine({ vatRate: '0', vatCategoryCode: kept ?? (vatPayer ? 'E' : 'O') }, rates, vatPayer);
  return vat && vatRateId ? { ...vat, rateId: stated.rateId, name: stated.name } : vat;
}

/** The extensions of such a line with its exemption reason; a stated text is kept. Reports another code. */
export function extensionsNotInBase(
  extensions: LineExtensions | null,
  kind: NotTurnover,
  category: StatedVatCategory,
  report: Report,
): LineExtensions | null {
  if (category !== 'E') return extensions;
  const stated = statedReason(extensions);
  if (stated?.code && stated.code !== NOT_IN_BASE_CODE)
    report('ublExtensions.taxExemptionReasonCode', `must be ${NOT_IN_BASE_CODE}, or left out, where turnoverKind is ${kind}`);
  return { ...extensions, taxExemptionReason: stated?.text ?? REASONS[kind], taxExemptionReasonCode: NOT_IN_BASE_CODE };
}

/** Whether a line is no turnover: as it says, or by the reason of its exemption. */
export const isNotInBase = (document: InvoiceDocument, line: DocumentLine): boolean =>
  line.turnoverKind !== undefined || (line.vatCategoryCode === 'E' && reasonOfLine(document, line)?.code === NOT_IN_BASE_CODE);

/** Whether all lines of a category are no turnover; false without lines. */
export function isCategoryNotInBase(document: InvoiceDocument, category: StatedVatCategory): boolean {
  const lines = document.lines.filter(line => line.vatCategoryCode === category);
  return lines.length > 0 && lines.every(line => isNotInBase(document, line));
}
