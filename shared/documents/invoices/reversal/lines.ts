import { newId } from '#shared/base/kernel/ids.ts';
import { amount, type Big, decimal, plain, sum } from '#shared/base/kernel/money.ts';
import { figures, isNegated, type TaxGroup } from '#shared/model/amounts/document-figures.ts';
import { lineRate } from '#shared/model/amounts/lei.ts';
import { groupKey } from '#shared/model/amounts/totals.ts';
import type { Language } from '#shared/model/document.ts';
import type { AllowanceCharge, DocumentAllowanceCharge } from '#shared/model/extensions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { extensionsNotInBase } from '#shared/model/vat/not-in-base.ts';
import type { NotTurnover } from '#shared/model/vat/turnover-kinds.ts';

/** The lines that take back an invoice (INV-93, INV-94). Pure. */

export interface Reversed {
  lines: DocumentLine[];
  /** The allowances and charges of the whole document. */
  allowanceCharges: DocumentAllowanceCharge[];
}

/**
 * What takes back all that is left of an invoice: its lines with the opposite quantity, or, when a part was credited before, a line for the rest of
 * each VAT group.
 *
 * @param credits the documents in force that took back parts of it
 * @param isCreditNote whether a credit note takes it back, whose XML states the opposite of all amounts but those of allowances and charges
 */
export function reversed(source: InvoiceDocument, credits: readonly InvoiceDocument[], isCreditNote: boolean): Reversed {
  if (credits.length > 0) return { lines: restOf(source, credits), allowanceCharges: [] };
  const entries = source.ublExtensions?.allowanceCharges ?? [];
  return {
    lines: source.lines.map((line, place) => numbered(negated(line, source, isCreditNote), place)),
    allowanceCharges: isCreditNote ? entries : entries.map(opposite),
  };
}

function negated(line: DocumentLine, source: InvoiceDocument, isCreditNote: boolean): DocumentLine {
  const { transport: _, exchangeRate: __, ...copied } = line;
  const rate = lineRate(source, line);
  const entries = line.ublExtensions?.allowanceCharges;
  return {
    ...copied,
    quantity: plain(decimal(line.quantity).neg()),
    // A line that settled an advance keeps the rate of the advance.
    ...(!decimal(rate).eq(source.exchangeRate) && { exchangeRate: rate }),
    ...(entries && !isCreditNote && { ublExtensions: { ...line.ublExtensions, allowanceCharges: entries.map(opposite) } }),
  };
}

/** The charge that takes back an allowance, or the reverse. Codes of reasons are of one of them only. */
const opposite = <Entry extends AllowanceCharge>({ reasonCode: _, ...entry }: Entry): Entry =>
  ({ ...entry, chargeIndicator: !entry.chargeIndicator, reason: entry.reason ?? 'Storno' }) as Entry;

const REST: Record<Language, string> = {
  ro: 'Rest din factura',
  en: 'Rest of invoice',
  de: 'Rest der Rechnung',
  fr: 'Reste de la facture',
};

/** What is left of a VAT group, or of its deposits, or of its disbursements. */
interface Rest {
  group: Pick<TaxGroup, 'category' | 'rate'>;
  kind: NotTurnover | undefined;
  taxable: Big;
}

/** A VAT group of a document, and apart from it its deposits and its disbursements. */
function restsOf(document: InvoiceDocument): Rest[] {
  const { groups, lines } = figures(document);
  const signed = (value: Big): Big => (isNegated(document) ? value.neg() : value);
  const apart = lines.flatMap(({ line, net }) => {
    const { vatCategoryCode: category, vatRate: rate, turnoverKind: kind } = line;
    return kind ? [{ group: { category, rate }, kind, taxable: signed(net) }] : [];
  });
  return [
    ...groups.map(group => ({
      ...{ group, kind: undefined },
      taxable: signed(group.taxable).minus(sum(apart.filter(one => keyOf(one.group) === keyOf(group)).map(one => one.taxable))),
    })),
    ...apart,
  ];
}

const keyOf = ({ category, rate }: Rest['group']): string => groupKey({ vatCategoryCode: category, vatRate: rate });

/** A line for what is left of each VAT group. */
function restOf(source: InvoiceDocument, credits: readonly InvoiceDocument[]): DocumentLine[] {
  const left = new Map<string, Rest>();
  for (const rest of [source, ...credits].flatMap(restsOf)) {
    const key = `${keyOf(rest.group)} ${rest.kind ?? ''}`;
    left.set(key, { ...rest, taxable: rest.taxable.plus(left.get(key)?.taxable ?? 0) });
  }
  return [...left.values()].filter(({ taxable }) => !taxable.eq(0)).map((rest, place) => restLine(source, rest, place));
}

function restLine(source: InvoiceDocument, { group: { category, rate }, kind, taxable }: Rest, place: number): DocumentLine {
  const like = source.lines.find(
    line => line.vatCategoryCode === category && decimal(line.vatRate).eq(rate) && line.turnoverKind === kind,
  );
  return numbered(
    {
      description: `${REST[source.language]} ${source.number}`,
      quantity: taxable.gt(0) ? '-1' : '1',
      unitPrice: amount(taxable.abs()),
      unitOfMeasure: 'buc',
      vatRate: rate,
      vatCategoryCode: category,
      vatRateId: like?.vatRateId ?? null,
      vatRateName: like?.vatRateName ?? null,
      ...{ productId: null, productCode: null, productName: null, discount: null, discountPercent: null },
      vatIncluded: false,
      ...(kind && { turnoverKind: kind }),
      ublExtensions: kind ? extensionsNotInBase(null, kind, category, () => undefined) : null,
    },
    place,
  );
}

const numbered = (line: Omit<DocumentLine, 'id' | 'lineNumber' | Amounts>, place: number): DocumentLine => ({
  ...line,
  ...{ discountAmount: '0.00', subtotal: '0.00', vatAmount: '0.00', total: '0.00' },
  ...{ id: newId(), lineNumber: place + 1 },
});

type Amounts = 'discountAmount' | 'subtotal' | 'vatAmount' | 'total';
