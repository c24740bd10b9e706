import { presentNumber } from '#shared/base/kernel/money.ts';
import { leftOutOfBalances } from '../left-out.ts';
import type { Statement } from './read.ts';

/** A statement of account as JSON (REP-54). */
export const presentStatement = ({ of, day, language, partner, documents, balances }: Statement) => ({
  date: day,
  language,
  clientId: of === 'client' ? partner.id : null,
  supplierId: of === 'supplier' ? partner.id : null,
  partner: { name: partner.name, cif: partner.taxNumber, country: partner.country },
  documents: documents.map(({ total, settled, open, ...named }) => ({
    ...named,
    total: presentNumber(total),
    settled: presentNumber(settled),
    open: presentNumber(open),
  })),
  balances: balances.map(({ currency, open, overdue }) => ({
    currency,
    open: presentNumber(open),
    overdue: presentNumber(overdue),
  })),
  leftOut: leftOutOfBalances(of === 'client' ? 'sale' : 'purchase'),
});
