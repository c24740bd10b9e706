import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { supplierOf } from '#shared/model/roles.ts';
import type { StatedVatCategory } from '#shared/model/vat/categories.ts';
import { exemptionReason } from '#shared/model/vat/exemptions.ts';
import { vatOnCollectionApplies } from '#shared/model/vat/on-collection.ts';
import type { AmountsTable } from '#shared/output/pdf/document.ts';
import type { Labels } from '#shared/output/pdf/labels/index.ts';
import type { PrintedAmounts } from './amounts.ts';
import { sellerTaxId } from './parties.ts';
import { fact, type Wording } from './wording.ts';

/** VAT per rate and category, with the exemption reason of groups without VAT. */
export function vatTable(document: InvoiceDocument, { groups }: PrintedAmounts, { labels, format }: Wording): AmountsTable {
  const hasLei = groups.some(({ vatInLei }) => vatInLei !== null);
  return {
    columns: [labels.vatBreakdown, labels.taxable, labels.line.vat, ...(hasLei ? [labels.vatInLocalCurrency] : [])],
    rows: groups.map(({ category, rate, taxable, vat, vatInLei }) => {
      const reason = exemptionText(document, category, labels);
      return {
        cells: [
          fact(`VAT rate ${category} ${rate}`, format.percent(rate)),
          fact(`taxable amount of ${category} ${rate}`, format.money(taxable)),
          fact(`VAT of ${category} ${rate}`, format.money(vat)),
          ...(vatInLei === null ? [] : [fact(`VAT in lei of ${category} ${rate}`, format.money(vatInLei))]),
        ],
        reason: reason ? fact(`exemption reason of ${category}`, reason) : null,
      };
    }),
  };
}

/** Why a VAT group has no VAT: the reason that lines or document state, else that of the category in the document's language. */
function exemptionText(document: InvoiceDocument, category: StatedVatCategory, labels: Labels): string | null {
  const stating = [
    ...document.lines.filter(line => line.vatCategoryCode === category).map(line => line.ublExtensions),
    ...(category === 'E' ? [document.ublExtensions, supplierOf(document)] : []),
  ];
  const isStated = stating.some(extensions => extensions?.taxExemptionReason || extensions?.taxExemptionReasonCode);
  const reason = isStated ? exemptionReason(document, category) : null;
  if (reason) return [reason.text ?? labels.exemption[category], reason.code && `(${reason.code})`].filter(Boolean).join(' ');
  const sellerChargesVat = sellerTaxId(document)?.kind === 'vatId';
  return category === 'O' && !sellerChargesVat ? labels.notVatPayer : (labels.exemption[category] ?? null);
}

/** Mentions that the law requires (Directive 2006/112/EC, Article 226(7a) and (11a)). */
export function legalMentions(document: InvoiceDocument, labels: Labels): string[] {
  // Usually the VAT breakdown already says "reverse charge" as the reason, unless the document states a reason in other words.
  const isSaid = exemptionText(document, 'AE', labels)?.toLowerCase().includes(labels.reverseCharge.toLowerCase());
  const isReverse = document.lines.some(line => line.vatCategoryCode === 'AE');
  return [
    ...(vatOnCollectionApplies(document) ? [labels.vatOnCollection] : []),
    ...(isReverse && !isSaid ? [labels.reverseCharge] : []),
  ];
}
