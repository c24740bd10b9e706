import { presentNumber } from '#shared/base/kernel/money.ts';
import { type Kpi, type Period, type Sale, salesFigures, topProducts } from '#shared/model/fiscal/sales.ts';
import { paymentStatusOf } from '#shared/model/amounts/payment-state.ts';
import { fiscalOfRow } from '#shared/model/amounts/fiscal-fields.ts';
import { leftOutOfSales } from '../left-out.ts';
import type { ReadSales } from './read.ts';

const lei = (cents: number): number => cents / 100;

const presentKpi = ({ subtotal, vatTotal, total, count }: Kpi) => ({
  ...{ subtotal: lei(subtotal), vatTotal: lei(vatTotal), total: lei(total) },
  count,
});

const presentRecent = ({ row, invoiced }: Sale) => ({
  ...{ documentId: row.id, number: row.number, issueDate: row.issueDate, status: row.status },
  ...{ clientId: row.clientId, clientName: row.clientName, currency: row.currency },
  total: presentNumber(fiscalOfRow(row).total),
  totalLei: lei(invoiced.total),
  paymentStatus: paymentStatusOf(row),
});

/** The report of the sales of a period (REP-11). */
export function presentSales({ sales, detailed }: ReadSales, period: Period) {
  const { annualTotal, recent, topClients, ...figures } = salesFigures(sales, period);
  return {
    period,
    kpiSummary: {
      annualTotal: { ...annualTotal, amount: lei(annualTotal.amount), prevAmount: lei(annualTotal.prevAmount) },
      periodInvoiced: presentKpi(figures.periodInvoiced),
      periodCollected: presentKpi(figures.periodCollected),
      periodOutstanding: presentKpi(figures.periodOutstanding),
    },
    monthlyRevenue: figures.monthlyRevenue.map(({ month, invoiced, collected }) => ({
      month,
      invoiced: lei(invoiced),
      collected: lei(collected),
    })),
    recentInvoices: recent.map(presentRecent),
    topClients: topClients.map(client => ({ ...client, total: lei(client.total) })),
    topProducts: topProducts(detailed).map(product => ({
      ...product,
      total: lei(product.total),
      quantity: presentNumber(product.quantity),
    })),
    topProductsDocuments: detailed.length,
    leftOut: leftOutOfSales(),
  };
}
