import * as z from 'zod';
import { presentNumber } from '../../kernel/money.ts';
import type { FiscalTotals } from './owed.ts';
import type { InvoiceRow } from '../invoice-row.ts';

/** The totals of the e-invoice in answers (decisions.md §Fiscal rules, second part, "Totals of the e-invoice"). */

/** [added] BT-109, BT-110, BT-112, BT-115; negative on credit notes. */
export const FISCAL_TOTALS = {
  fiscalSubtotal: z.number(),
  fiscalVatTotal: z.number(),
  fiscalTotal: z.number(),
  payableTotal: z.number(),
};

export const presentFiscal = ({ subtotal, vatTotal, total, payable }: FiscalTotals) => ({
  fiscalSubtotal: presentNumber(subtotal),
  fiscalVatTotal: presentNumber(vatTotal),
  fiscalTotal: presentNumber(total),
  payableTotal: presentNumber(payable),
});

/** As texts with two decimals, for credit notes. */
export const presentDecimalFiscal = ({ subtotal, vatTotal, total, payable }: FiscalTotals) => ({
  fiscalSubtotal: subtotal,
  fiscalVatTotal: vatTotal,
  fiscalTotal: total,
  payableTotal: payable,
});

/** The totals of the e-invoice of a row in a list. */
export const fiscalOfRow = ({ fiscalSubtotal, fiscalVatTotal, fiscalTotal, payable, ...row }: InvoiceRow): FiscalTotals => ({
  subtotal: fiscalSubtotal ?? row.subtotal,
  vatTotal: fiscalVatTotal ?? row.vatTotal,
  total: fiscalTotal ?? row.total,
  payable: payable ?? row.total,
});
