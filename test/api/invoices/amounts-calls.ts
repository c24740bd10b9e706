import { useTrader } from '../../support/trader.ts';

export interface LineAnswer {
  vatRate: number;
  vatCategoryCode: string;
  subtotal: number;
  vatAmount: number;
  total: number;
  vatIncluded: boolean;
}

/** Requests of these tests. */
export function amountsCalls() {
  const { draft, newTrader } = useTrader();
  return { draft, newTrader };
}
