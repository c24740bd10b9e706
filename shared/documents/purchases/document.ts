import { asInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import { receiver } from '#shared/documents/invoices/received/document.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { amount, decimal, round2, sum } from '#shared/base/kernel/money.ts';
import { computeTotals, type Totals } from '#shared/model/amounts/totals.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import { isDeductionDeferred } from '#shared/model/amounts/deduction.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { defaultRate, publishedFor, statedRateWarnings } from '#shared/model/exchange-rate.ts';
import { startedWith } from '#shared/model/fiscal/collection.ts';
import { fiscalTaxPointOf } from '#shared/model/fiscal/projection.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { DocumentLine, LineInput } from '#shared/model/line.ts';
import type { Party } from '#shared/model/party.ts';
import type { Customs } from '#shared/model/purchase/model.ts';
import { categoriesOf, groupProblems, type PurchaseFacts, purchaseProblems } from '#shared/model/purchase/rules.ts';
import { receiptWarnings } from '#shared/model/purchase/simplified-invoice.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { extensionsNotInBase, notTurnoverOf } from '#shared/model/vat/not-in-base.ts';
import type { TurnoverKind } from '#shared/model/vat/turnover-kinds.ts';
import { outsideItsTime, standardRateOn } from '#shared/model/vat/romanian-rates.ts';
import { companyOn } from '#shared/model/vat/status.ts';
import { taxPointOf } from '#shared/model/vat/tax-point.ts';
import { type PurchaseContext, statedTaxPoint } from './context.ts';
import type { PurchaseBody } from './input.ts';

/** The document of a purchase that is entered by hand: an incoming invoice whose `received` has no message. Pure but for ids and time. */

export interface MadePurchase {
  document: InvoiceDocument;
  warnings: string[];
}

/** @throws 422 by field for what its kind does not allow */
export function purchaseDocument(body: PurchaseBody, context: PurchaseContext, company: Company, by: PersonRef): MadePurchase {
  const customs = customsOf(body);
  const facts: PurchaseFacts = {
    ...{ kind: body.kind, seller: context.seller, customs, buyerCif: body.buyerCif ?? null },
    ...{ issueDate: body.issueDate, receivedDate: body.receivedDate ?? undefined, dueDate: body.dueDate ?? null, today: today() },
  };
  const dates = { issueDate: body.issueDate, taxPointDate: statedTaxPoint(body) };
  const totals = totalsOf(body, facts, dates);
  refuse({ ...purchaseProblems(facts, company.cif), ...totals.problems });
  const { vatGroups } = totals.totals;
  const rated = ratedOf(
    body,
    vatGroups.map(({ category }) => category),
    dates,
    context,
  );
  const at = instant();
  const companyThen = companyOn(company, body.issueDate);
  const client = buyer(companyThen);
  const charges = body.kind !== 'import' && vatGroups.some(({ category }) => category === 'S');
  const isPayer = context.seller.isVatPayer || charges;
  const header = {
    ...{ companyId: company.id, id: newId(), version: 1, number: body.number, sequence: null, seriesId: null, series: null },
    ...{ issueDate: body.issueDate, dueDate: body.dueDate ?? null, ...rated.rate, clientId: null, client },
    seller: { ...context.seller, isVatPayer: isPayer },
    ...{ notes: body.notes ?? null, deliveryLocation: null, projectReference: null },
    ...totals.totals,
    ...{ issuedAt: null, cancellationReason: null, cancelledAt: null, createdBy: by, createdAt: at, updatedAt: at },
    status: 'synced' as const,
  };
  const isDeferred = body.kind === 'invoice' && isDeductionDeferred({ tvaLaIncasare: body.tvaLaIncasare ?? false }, companyThen);
  const entered: InvoiceDocument = {
    ...asInvoice(header),
    ...header,
    direction: 'incoming',
    ...receiver(client),
    taxPointDate: dates.taxPointDate,
    tvaLaIncasare: body.tvaLaIncasare ?? false,
    platitorTva: isPayer,
    payable: totals.totals.total,
    idempotencyKey: body.idempotencyKey ?? null,
    purchase: { kind: body.kind, ...(customs && { customs }) },
    booking: {
      ...{ expenseCategory: body.expenseCategory ?? null, expenseAccount: body.expenseAccount ?? null },
      vatDeductiblePercent: body.vatDeductiblePercent ?? '100',
      selfAssessedRate: body.selfAssessedRate ?? null,
      receivedDate: body.receivedDate ?? body.issueDate,
    },
  };
  // The right of deduction begins when the tax becomes due (Fiscal Code, art. 297 (1)).
  const { vatPayer } = companyOn(company, fiscalTaxPointOf(entered));
  const received = { messageId: null, archivePath: null, duplicateOf: null, vat: { isPayer: vatPayer, isDeferred } };
  const document: InvoiceDocument = { ...entered, received };
  const { invoice } = startedWith(settledBy(document, []), []);
  const warnings = [...rated.warnings, ...totals.warnings, ...receiptWarningsOf(document, context)];
  return { document: invoice, warnings };
}

const customsOf = ({ customs }: PurchaseBody): Customs | null =>
  customs
    ? {
        ...{ number: customs.number, date: customs.date },
        vatLei: customs.vatLei == null ? null : amount(decimal(customs.vatLei)),
        baseLei: customs.baseLei == null ? null : amount(decimal(customs.baseLei)),
      }
    : null;

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** The company as the buyer of the document. */
const buyer = (company: Company): Party => ({
  ...{ id: null, type: 'company', name: company.name, cif: company.cif, cnp: null, vatCode: company.vatCode },
  ...{ isVatPayer: company.vatPayer, registrationNumber: company.registrationNumber, address: company.address },
  ...{ city: company.city, county: company.state, postalCode: null, country: company.country },
  ...{ email: company.email, phone: company.phone },
});

interface Dates {
  issueDate: string;
  taxPointDate: string | null;
}

/** The rate of the document: the stated one, else the published one of its tax point (TAX-35). @throws 422 without any */
function ratedOf(body: PurchaseBody, categories: readonly string[], dates: Dates, { published }: PurchaseContext) {
  const currency = body.currency ?? 'RON';
  const bank = publishedFor(dates, categories, published);
  const stated = currency === 'RON' ? null : (body.exchangeRate ?? null);
  if (stated !== null)
    return {
      rate: { currency, exchangeRate: stated, exchangeRateDate: null },
      warnings: statedRateWarnings({ currency }, stated, bank),
    };
  if (currency !== 'RON' && !bank)
    refuse({ exchangeRate: [`is required: the national bank has published no rate of ${currency} before the tax point`] });
  return { rate: defaultRate(currency, { published: bank }), warnings: [] };
}

/** Totals with the lines of a document. */
export type LineTotals = Omit<Totals, 'lines'> & { lines: DocumentLine[] };

/** A line or a VAT group of a request, which becomes a line of the document. */
interface Stated {
  description: string;
  quantity?: string | null | undefined;
  unitPrice: string;
  category?: VatCategory | null | undefined;
  rate?: string | null | undefined;
  vat?: string | null | undefined;
  turnoverKind?: TurnoverKind | null | undefined;
}

/** @throws 422 unless the request has groups or lines */
function statedOf({ groups, lines, description, kind }: PurchaseBody): Stated[] {
  if (lines && !groups)
    return lines.map(({ vatCategoryCode, vatRate, ...line }) => ({ ...line, category: vatCategoryCode, rate: vatRate }));
  if (groups && !lines)
    return groups.map(({ base, ...group }) => ({ ...group, description: description ?? kind, unitPrice: amount(decimal(base)) }));
  throw invalidFields({ groups: ['or lines are required: one of both, with the amounts of the document'] });
}

/** The fields of a line or group of a request, for messages. */
const fieldsOf = ({ lines }: PurchaseBody, place: number) =>
  lines
    ? {
        category: `lines.${place}.vatCategoryCode`,
        rate: `lines.${place}.vatRate`,
        vat: `lines.${place}`,
        kind: `lines.${place}.turnoverKind`,
      }
    : {
        category: `groups.${place}.category`,
        rate: `groups.${place}.rate`,
        vat: `groups.${place}.vat`,
        kind: `groups.${place}.turnoverKind`,
      };

/** Lines, groups and totals, and what is wrong with them. */
function totalsOf(
  body: PurchaseBody,
  facts: PurchaseFacts,
  dates: Dates,
): { totals: LineTotals; problems: FieldErrors; warnings: string[] } {
  const stated = statedOf(body);
  const day = taxPointOf(dates);
  const computed = computeTotals(stated.map(one => lineInput(one, facts, standardRateOn(day))));
  const totals = withVat(
    computed,
    computed.lines.map(({ vatAmount }, place) => vatOf(facts, stated[place]?.vat, vatAmount)),
  );
  const checked = totals.lines.map(({ vatCategoryCode: category, vatRate: rate, subtotal: taxable, vatAmount }, place) => {
    const vat = stated[place]?.vat;
    return { group: { category, rate, taxable, vat: vat ?? vatAmount }, vatStated: vat != null };
  });
  const warnings = checked.flatMap(({ group }, place) => {
    const late = group.category === 'S' ? outsideItsTime(group.rate, day) : undefined;
    return late ? [`${fieldsOf(body, place).rate}: ${late}.`] : [];
  });
  const problems = {
    ...groupProblems(checked, facts, place => fieldsOf(body, place)),
    ...Object.fromEntries(
      totals.lines.flatMap(({ turnoverKind, vatCategoryCode }, place) =>
        turnoverKind && vatCategoryCode !== 'E' && vatCategoryCode !== 'O'
          ? [
              [
                fieldsOf(body, place).kind,
                [`must be left out of category ${vatCategoryCode}: deposits and disbursements are E or O`],
              ],
            ]
          : [],
      ),
    ),
  };
  return { totals, problems, warnings: [...new Set(warnings)] };
}

/** An import's invoice has no VAT: that is in its customs document. */
const vatOf = ({ kind }: PurchaseFacts, stated: string | null | undefined, computed: string): string =>
  kind === 'import' ? '0.00' : stated == null ? computed : amount(decimal(stated));

/** The totals with the VAT of each line as it is stated. Pure but for ids. */
export function withVat(computed: Totals, vats: readonly string[]): LineTotals {
  const lines = computed.lines.map((line, place) => {
    const vatAmount = vats[place] ?? line.vatAmount;
    return {
      ...line,
      ...{ id: newId(), lineNumber: place + 1, vatAmount },
      total: amount(decimal(line.subtotal).plus(vatAmount)),
    };
  });
  const vatGroups = computed.vatGroups.map(group => ({
    ...group,
    vat: amount(sum(lines.flatMap(line => (isOf(group, line) ? [line.vatAmount] : [])))),
  }));
  const vatTotal = amount(sum(vatGroups.map(({ vat }) => vat)));
  return { ...computed, lines, vatGroups, vatTotal, total: amount(decimal(computed.subtotal).plus(vatTotal)) };
}

const isOf = ({ category, rate }: Totals['vatGroups'][number], line: LineInput): boolean =>
  line.vatCategoryCode === category && decimal(line.vatRate).eq(rate);

/** @param standard the standard rate */
function lineInput({ description, quantity, unitPrice, ...stated }: Stated, facts: PurchaseFacts, standard: string): LineInput {
  const kind = notTurnoverOf(stated.turnoverKind);
  const rate = stated.rate ?? (kind ? '0' : undefined);
  const category = stated.category ?? categoriesOf(facts, rate)[0];
  return {
    ...{ description, quantity: quantity ?? '1', unitPrice, unitOfMeasure: 'buc' },
    ...{ vatRate: rate ?? (category === 'S' ? standard : '0'), vatCategoryCode: category },
    ...{ vatRateId: null, vatRateName: null, productId: null, productCode: null, productName: null },
    ...{ discount: null, discountPercent: null, vatIncluded: false },
    ...(kind && { turnoverKind: kind }),
    // Its category is checked apart.
    ublExtensions: kind ? extensionsNotInBase(null, kind, category, () => undefined) : null,
  };
}

const receiptWarningsOf = ({ purchase, total, exchangeRate, issueDate }: InvoiceDocument, { euro }: PurchaseContext): string[] =>
  purchase?.kind === 'receipt' ? receiptWarnings(round2(decimal(total).times(exchangeRate)), issueDate, euro) : [];
